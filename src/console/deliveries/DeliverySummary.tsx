import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { DeliverySummary as Summary } from '#contract/desk/deliveries.ts';
import { LazyTimeBars } from '#console/ui/LazyTimeBars.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useFiguresText } from './figures-text.ts';

interface Props {
  summary: Summary;
  isLastDay: boolean;
}

/** Says in a sentence what arrived and what was refused, and shows both by hour or day. */
export function DeliverySummary({ summary, isLastDay }: Props) {
  const { t } = useLingui();
  const format = useFormats();
  const { spans, unit, missed } = summary;
  const { sentence } = useFiguresText()(summary, isLastDay);
  const isEmpty = spans.every(({ arrived, refused }) => arrived + refused === 0);
  const formatTime = (time: string) =>
    unit === 'hour' ? format.moment(Number(time)) : format.days(time, time);
  const toTime = (at: number) => (unit === 'hour' ? String(at) : new Date(at).toISOString());
  return (
    <Section title={sentence}>
      {missed !== null && missed > 0 && (
        <Typography color="textSecondary">
          <Trans>Sin aviso: la bandeja las encontró en la lista del servicio, y su aviso no llegó acá.</Trans>
        </Typography>
      )}
      {!isEmpty && (
        <LazyTimeBars
          height={160}
          times={spans.map(({ at }) => toTime(at))}
          formatTick={formatTime}
          formatTime={formatTime}
          bars={[
            { label: t`Llegaron`, values: spans.map(({ arrived }) => arrived) },
            { label: t`Rechazadas`, values: spans.map(({ refused }) => refused), color: 'var(--danger)' },
          ]}
          format={(value) => format.number(value ?? 0)}
        />
      )}
    </Section>
  );
}
