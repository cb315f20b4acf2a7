import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { DeliverySummary as Summary } from '#contract/desk/deliveries.ts';
import { Section } from '#console/ui/Section.tsx';
import { useFiguresText } from './figures-text.ts';
import { LogBars } from './LogBars.tsx';

interface Props {
  summary: Summary;
  isLastDay: boolean;
}

/** Shows what arrived and what was refused. The incidents above say why the last messages were refused. */
export function DeliverySummary({ summary, isLastDay }: Props) {
  const { t } = useLingui();
  const { spans, unit } = summary;
  const refusalReason = isLastDay ? null : summary.refusalReason;
  const { sentence, isBroken } = useFiguresText()({ ...summary, refusalReason }, isLastDay);
  return (
    <Section title={sentence}>
      {isBroken && (
        <Typography color="textSecondary">
          <Trans>Sin aviso: la bandeja las encontró en la lista del servicio, y su aviso no llegó acá.</Trans>
        </Typography>
      )}
      <LogBars
        unit={unit}
        starts={spans.map(({ at }) => at)}
        bars={[
          { label: t`Llegaron`, values: spans.map(({ arrived }) => arrived) },
          { label: t`Rechazadas`, values: spans.map(({ refused }) => refused), color: 'var(--danger)' },
        ]}
      />
    </Section>
  );
}
