import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  type ArrivalWay,
  type BalanceSummary,
  type MissedCause,
  type Reconciliation,
  countUnexplained,
} from '#contract/desk/balance.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { useCauseText } from '#console/deliveries/cause-text.ts';

const LATENESS_UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', SECOND_MS],
] as const;

export function useBalanceText() {
  const { t } = useLingui();
  const { past } = useCauseText();
  const unexplained = ({ absent, surplus }: Pick<Reconciliation, 'absent' | 'surplus'>) =>
    [
      absent > 0 &&
        t`${plural(absent, { one: '# no está en la bandeja', other: '# no están en la bandeja' })}`,
      surplus > 0 &&
        t`${plural(surplus, { one: '# está solo en la bandeja', other: '# están solo en la bandeja' })}`,
    ].filter((part) => part !== false);
  return {
    sentence: ({ made, inbox, ...rest }: BalanceSummary) => {
      const [madeText, inboxText, restText] = [
        t`${plural(made, { one: '# hecha', other: '# hechas' })}`,
        t`${plural(inbox, { one: '# en la bandeja', other: '# en la bandeja' })}`,
        t`${plural(countUnexplained(rest), { one: '# sin explicar', other: '# sin explicar' })}`,
      ];
      return `${madeText}, ${inboxText}, ${restText}`;
    },
    unexplained,
    explained: ({ erased, missing, arriving }: Reconciliation) =>
      [
        erased > 0 && t`${plural(erased, { one: '# borrada a pedido', other: '# borradas a pedido' })}`,
        missing > 0 &&
          t`${plural(missing, { one: '# que el servicio ya no tiene', other: '# que el servicio ya no tiene' })}`,
        arriving > 0 &&
          t`${plural(arriving, { one: '# llegó después de contar', other: '# llegaron después de contar' })}`,
      ].filter((part) => part !== false),
    lateness: (ms: number) => {
      const [unit, size] = LATENESS_UNITS.find(([, unitMs]) => ms >= unitMs) ?? (['s', SECOND_MS] as const);
      return `${Math.floor(ms / size)} ${unit}`;
    },
    way: {
      webhook: t`con su aviso`,
      sweep: t`por la lectura periódica`,
      read: t`cuando alguien la buscó`,
      earlier: t`ya estaba al empezar`,
    } satisfies Record<ArrivalWay, string>,
    cause: {
      ...past,
      off: past['topic-off'],
      elsewhere: past['topic-elsewhere'],
      unknown: t`no se sabe por qué`,
    } satisfies Record<MissedCause, string>,
  };
}
