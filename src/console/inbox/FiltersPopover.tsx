import { useLingui } from '@lingui/react/macro';
import ClickAwayListener from '@mui/material/ClickAwayListener';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { WINDOW_DAYS, addDays, dayAt } from '#contract/window.ts';
import { PeriodFilter } from '#console/filters/PeriodFilter.tsx';
import { type InboxAddress, type IndexRequest, updateSearch } from '#console/inquiries/inbox-address.ts';
import { useSession } from '#console/session/session.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { FacetFields } from './FacetFields.tsx';
import { ServiceTextFields } from './ServiceTextFields.tsx';

interface Props {
  anchor: HTMLElement;
  address: InboxAddress;
  indexRequest: IndexRequest;
  agencies: readonly string[];
  errors: Partial<Record<string, string[]>>;
  onClose: () => void;
}

/** Every filter of the list. The popover is not modal, so that the list behind it stays usable. */
export function FiltersPopover({ anchor, address, indexRequest, agencies, errors, onClose }: Props) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const today = dayAt(useNow(), timeZone);
  const change = useAddressChange();
  const close = () => {
    onClose();
    anchor.focus();
  };
  const toError = (messages: string[] | undefined) =>
    messages && <span lang="es">{messages.join('; ')}</span>;
  return (
    <MuiRoot>
      <ClickAwayListener
        // The blur of a field applies its text before `mouseup`; touches fire mouse events, too.
        mouseEvent="onMouseUp"
        touchEvent={false}
        onClickAway={({ target }) => {
          if (!anchor.contains(target as Node)) onClose();
        }}
      >
        <Popper
          open
          anchorEl={anchor}
          placement="bottom-start"
          modifiers={MODIFIERS}
          sx={{ zIndex: 'modal' }}
        >
          <Paper
            ref={focusFirstControl}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Popper places it
            role="dialog"
            aria-label={t`Filtrar`}
            tabIndex={-1}
            elevation={8}
            sx={{
              p: 2,
              mt: 0.5,
              width: 'min(680px, calc(100vw - 24px))',
              maxHeight: 'calc(100dvh - 130px)',
              overflowY: 'auto',
              border: 1,
              borderColor: 'divider',
              outline: 0,
              '& button': { minWidth: 'var(--touch)', minHeight: 'var(--touch)' },
              '& :is(input, select)': { boxSizing: 'border-box', height: 'var(--touch)' },
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
          >
            <Stack spacing={2}>
              <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
                <PeriodFilter
                  period={{ from: address.desde, to: address.hasta }}
                  today={today}
                  min={addDays(today, -WINDOW_DAYS)}
                  errors={{ from: toError(errors.desde), to: toError(errors.hasta) }}
                  onChange={(period) =>
                    change({
                      ...('from' in period && { desde: period.from || undefined }),
                      ...('to' in period && { hasta: period.to || undefined }),
                    })
                  }
                />
              </Stack>
              <FacetFields narrowing={address.narrowing} indexRequest={indexRequest} onChange={change} />
              <ServiceTextFields {...{ address, agencies, errors }} onChange={change} onEnter={close} />
            </Stack>
          </Paper>
        </Popper>
      </ClickAwayListener>
    </MuiRoot>
  );
}

/** The popover begins beside the list where there is room for it. */
const MODIFIERS = [
  { name: 'flip', enabled: false },
  { name: 'preventOverflow', options: { padding: 8 } },
  {
    name: 'offset',
    options: { offset: ({ reference }: { reference: { width: number } }) => [reference.width + 20, 0] },
  },
];

function focusFirstControl(popover: HTMLElement | null): void {
  popover?.querySelector<HTMLElement>('button, select, input')?.focus({ preventScroll: true });
}

/** A change keeps the one before it, although the page still shows the address before both. */
function useAddressChange() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  return (values: Parameters<typeof updateSearch>[1]) => {
    latest.current = new URLSearchParams(updateSearch(latest.current, values));
    void navigate({ pathname, search: latest.current.toString() });
  };
}
