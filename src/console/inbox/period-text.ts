import { useLingui } from '@lingui/react/macro';
import { resolveDay } from '#contract/relative-days.ts';
import { dayAt } from '#contract/window.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';

type Period = Pick<InboxAddress, 'desde' | 'hasta'>;

export function usePeriodFormat(): (period: Partial<Period>) => string | undefined {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats();
  const now = useNow();
  const formatDays = (first: string, last = first) => {
    const [from, to] = [first, last].map((day) => resolveDay(day, () => dayAt(now, timeZone)));
    return format.days(`${from}T12:00:00Z`, `${to}T12:00:00Z`);
  };
  return ({ desde, hasta }) => {
    if (desde && hasta) return formatDays(desde, hasta);
    const day = desde ?? hasta;
    if (!day) return undefined;
    const text = formatDays(day);
    return desde ? t`Desde el ${text}` : t`Hasta el ${text}`;
  };
}
