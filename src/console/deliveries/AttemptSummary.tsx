import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { AttemptFigures } from '#contract/desk/attempts.ts';
import { Section } from '#console/ui/Section.tsx';
import { LogBars } from './LogBars.tsx';

interface Props {
  summary: AttemptFigures;
  isLastDay: boolean;
}

export function AttemptSummary({ summary: { unit, spans }, isLastDay }: Props) {
  const { t } = useLingui();
  const [delivered = [], retried = [], givenUp = []] = (['delivered', 'retried', 'givenUp'] as const).map(
    (figure) => spans.map((span) => span[figure]),
  );
  const [deliveredCount, retriedCount, givenUpCount] = [sum(delivered), sum(retried), sum(givenUp)];
  const parts = [
    deliveredCount > 0 && t`${plural(deliveredCount, { one: '# entregado', other: '# entregados' })}`,
    retriedCount > 0 &&
      t`${plural(retriedCount, { one: '# fallido, con reintento', other: '# fallidos, con reintento' })}`,
    givenUpCount > 0 && t`${plural(givenUpCount, { one: '# abandonado', other: '# abandonados' })}`,
  ].filter((part) => part !== false);
  const sentence = parts.length > 0 ? parts.join('; ') : t`Ningún intento`;
  return (
    <Section title={isLastDay ? `${sentence} ${t`en 24 h`}` : sentence}>
      <LogBars
        unit={unit}
        starts={spans.map(({ at }) => at)}
        bars={[
          { label: t`Entregados`, values: delivered },
          { label: t`Con reintento`, values: retried, color: 'var(--caution)' },
          { label: t`Abandonados`, values: givenUp, color: 'var(--danger)' },
        ]}
      />
    </Section>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
