import { useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { resolveDay } from '#contract/relative-days.ts';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import { useSession } from '#console/session/session.ts';
import { DayRangeFields } from '#console/ui/DayRangeFields.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { FilterPopover } from './FilterPopover.tsx';
import { usePeriodPresets } from './period-text.ts';

interface Props {
  anchor: HTMLElement;
  address: InboxAddress;
  errors: Partial<Record<string, string[]>>;
  onChange: (change: Partial<Pick<InboxAddress, 'desde' | 'hasta'>>) => void;
  onClose: () => void;
}

export function PeriodPopover({ anchor, address, errors, onChange, onClose }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const now = useNow();
  const today = () => dayAt(now, timeZone);
  const presets = usePeriodPresets();
  const resolve = (day: string | undefined) => (day ? resolveDay(day, today) : '');
  const toError = (messages: string[] | undefined) =>
    messages && <span lang="es">{messages.join('; ')}</span>;
  return (
    <FilterPopover {...{ anchor, onClose }} label={t`Período`}>
      <Stack spacing={2}>
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
          {presets.map(({ label, desde, hasta }) => {
            const isSelected = address.desde === desde && address.hasta === hasta;
            return (
              <Button
                key={label}
                color={isSelected ? 'primary' : 'inherit'}
                variant={isSelected ? 'contained' : 'outlined'}
                aria-pressed={isSelected}
                onClick={() => {
                  onChange({ desde, hasta });
                  onClose();
                  anchor.focus();
                }}
              >
                {label}
              </Button>
            );
          })}
        </Stack>
        <Stack direction="row" spacing={1}>
          <DayRangeFields
            range={{ from: resolve(address.desde), to: resolve(address.hasta) }}
            min={addDays(today(), -WINDOW_DAYS)}
            max={today()}
            errors={{ from: toError(errors.desde), to: toError(errors.hasta) }}
            fieldSx={{ flex: 1, minWidth: 0 }}
            onChange={({ from, to }) =>
              onChange({
                ...(from !== undefined && { desde: from || undefined }),
                ...(to !== undefined && { hasta: to || undefined }),
              })
            }
          />
        </Stack>
      </Stack>
    </FilterPopover>
  );
}
