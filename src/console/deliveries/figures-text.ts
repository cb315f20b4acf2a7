import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { DeliveryFigures } from '#contract/desk/deliveries.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import { useDeliveryText } from './DeliveryOutcome.tsx';

/** Says in a sentence how many messages arrived, how many were refused and why, and which inquiries had none. */
export function useFiguresText() {
  const { t } = useLingui();
  const format = useFormats();
  const { reason } = useDeliveryText();
  return ({ arrived, refused, refusalReason, missed }: DeliveryFigures, isLastDay: boolean) => {
    const lacking = missed ?? 0;
    const span = isLastDay ? ` ${t`en 24 h`}` : '';
    const [some, all] = [arrived, arrived + refused].map((count) => format.number(count));
    const missedText = t`${plural(lacking, { one: '# consulta llegó sin aviso', other: '# consultas llegaron sin aviso' })}`;
    // Refused messages are reported by their incidents. Their inquiries are usually ones without a message.
    const isBroken = lacking > refused;
    if (all === '0')
      return {
        isBroken,
        sentence: lacking > 0 ? `${t`En silencio`}: ${missedText}${span}` : `${t`No llegó nada`}${span}`,
      };
    const refusedText = t`${plural(refused, { one: '# rechazada', other: '# rechazadas' })}`;
    const arrivedText =
      refused > 0
        ? t`${some} de ${all} llegaron`
        : t`${plural(arrived, { one: '# llegó', other: '# llegaron' })}`;
    const parts = [
      `${arrivedText}${span}`,
      ...(refused > 0 ? [refusalReason ? `${refusedText}: ${reason[refusalReason]}` : refusedText] : []),
      ...(isBroken ? [missedText] : []),
    ];
    return { isBroken, sentence: parts.join('; ') };
  };
}
