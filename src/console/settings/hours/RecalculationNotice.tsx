import { Plural, Trans } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { addDays, dayAt } from '#contract/window.ts';
import { useSession } from '#console/session/session.ts';
import { useNow } from '#console/ui/use-formats.ts';
import { recentFiguresQuery } from './hours-queries.ts';

/** Days of the figures that are counted before saving. */
const FIGURES_DAYS = 90;

/** Says before saving that figures of past days follow the new hours. */
export function RecalculationNotice({ agencia }: { agencia: string }) {
  const { timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const period = { desde: addDays(today, 1 - FIGURES_DAYS), hasta: today };
  const figures = useQuery(recentFiguresQuery(agencia, period)).data;
  const inquiries = figures?.totals.inquiries ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Alert's own role would be an alert
    <Alert severity="info" variant="outlined" role="status">
      <Trans>
        Al guardar, los vencimientos y los tiempos de respuesta de esta agencia se calculan de nuevo con estos
        horarios, también los de días que pasaron.
      </Trans>{' '}
      {inquiries > 0 && (
        <Plural
          value={inquiries}
          one="De los últimos 90 días, # consulta."
          other="De los últimos 90 días, # consultas."
        />
      )}
    </Alert>
  );
}
