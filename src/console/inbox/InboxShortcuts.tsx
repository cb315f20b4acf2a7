import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { isNarrowed, parseInboxAddress, clearNarrowing } from '#console/inquiries/inbox-address.ts';
import { type Shortcut, useShortcuts } from '#console/ui/keys.ts';

interface Ways {
  list: { current: HTMLElement | null };
  /** Sid of the open inquiry. */
  open: string | undefined;
  /** Address of the inquiry that was open last, else of the first. */
  last: string | undefined;
  previous: string | undefined;
  next: string | undefined;
  close: () => void;
  /** To the page before and after, with the focus on its first row or its last; undefined: there is none. */
  before: ((focus: 'first' | 'last') => void) | undefined;
  after: ((focus: 'first' | 'last') => void) | undefined;
  narrow: (focus: 'search' | 'facets') => void;
}

/** Single keys of the inbox. Without an open inquiry `j` and `k` move the focus; with one, they open the next. */
export function InboxShortcuts({ list, open, last, previous, next, close, before, after, narrow }: Ways) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('[data-row] a[href]') ?? [])];
  const focused = () => links().find((link) => link === document.activeElement);
  const move = (by: 1 | -1) => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    const to = at === -1 ? all.at(by === 1 ? 0 : -1) : all[at + by];
    if (to) to.focus();
    else if (by === 1) after?.('first');
    else before?.('last');
  };
  const step = (by: 1 | -1, to: string | undefined) => {
    if (!open) move(by);
    else if (to) void navigate(to);
  };
  const reopen = () => {
    const link = focused();
    if (link) link.click();
    else if (last && !open) void navigate(last);
  };
  const shortcuts: Shortcut[] = [
    { keys: 'j', label: t`Consulta siguiente`, repeats: true, run: () => step(1, next) },
    { keys: 'k', label: t`Consulta anterior`, repeats: true, run: () => step(-1, previous) },
    { keys: 'o', label: t`Abrir la consulta`, run: reopen },
    { keys: ']', label: t`Página siguiente`, run: () => after?.('first') },
    { keys: '[', label: t`Página anterior`, run: () => before?.('first') },
    { keys: '/', label: t`Buscar consultas`, run: () => narrow('search') },
    { keys: 'f', label: t`Filtrar las consultas`, run: () => narrow('facets') },
  ];
  const closing: Shortcut[] = [
    { keys: 'u', label: t`Volver a la lista`, run: close },
    { keys: 'Escape', label: t`Volver a la lista`, run: close },
  ];
  if (!open) shortcuts.push({ keys: 'Enter', label: t`Abrir la consulta`, run: reopen });
  if (!open && isNarrowed(parseInboxAddress(search)))
    shortcuts.push({
      keys: 'Escape',
      label: t`Quitar la búsqueda y los filtros`,
      run: () => void navigate({ pathname, search: clearNarrowing(search) }),
    });
  useShortcuts(t`Consultas`, open ? [...shortcuts, ...closing] : shortcuts);
  return null;
}
