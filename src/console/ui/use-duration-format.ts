import { useLingui } from '@lingui/react/macro';
import { SECOND_MS } from '#contract/durations.ts';
import { useFormats } from './use-formats.ts';

export function useDurationFormat(): (ms: number) => string {
  const { t } = useLingui();
  const format = useFormats();
  return (ms) => {
    const amount = format.number(ms < SECOND_MS ? Math.round(ms) : Math.round(ms / 100) / 10);
    return ms < SECOND_MS ? t`${amount} ms` : t`${amount} s`;
  };
}
