import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { clearFilters, hasFilters, parseInboxAddress } from '#console/inquiries/inbox-address.ts';
import { type InquiryKey, inquiryId } from '#console/inquiries/inquiry-queries.ts';
import { useSession } from '#console/session/session.ts';
import { useInquiryShortcuts } from '#console/shortcuts/inquiry-shortcuts.ts';
import { type Shortcut, showShortcutNotice, useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { isSelectable, selectPage, toggleRange, toggleRow, useSelectionStore } from './selection.ts';
import type { RowEnd } from './use-list-position.ts';

interface Props {
  listRef: { current: HTMLElement | null };
  openInquiry: InquiryKey | undefined;
  selected: InquiryKey | undefined;
  reopenHref: string | undefined;
  previousHref: string | undefined;
  nextHref: string | undefined;
  onAwaitNext: () => boolean;
  onClose: () => void;
  onPreviousPage: ((focus: RowEnd) => void) | undefined;
  onNextPage: ((focus: RowEnd) => void) | undefined;
}

export function InboxShortcuts({
  listRef,
  openInquiry,
  selected,
  reopenHref,
  onPreviousPage,
  onNextPage,
  ...props
}: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const { get, set, getRows } = useSelectionStore();
  const isOpen = openInquiry !== undefined;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const getLinks = () => [
    ...(listRef.current?.querySelectorAll<HTMLAnchorElement>('[data-row] a[href]') ?? []),
  ];
  const moveFocus = (by: 1 | -1) => {
    const links = getLinks();
    const at = links.findIndex((link) => link.closest('[data-row]')?.contains(document.activeElement));
    const link = at === -1 ? links.at(by === 1 ? 0 : -1) : links[at + by];
    if (link) link.focus();
    else if (by === 1 && onNextPage) onNextPage('first');
    else if (by === -1 && onPreviousPage) onPreviousPage('last');
    else showEnd(by);
  };
  const showEnd = (by: 1 | -1) =>
    showShortcutNotice(by === 1 ? t`Es la última de la lista` : t`Es la primera de la lista`);
  const isFocusInList = () => Boolean(document.activeElement?.closest('[data-row]'));
  const step = (by: 1 | -1, href: string | undefined) => {
    if (!isOpen && (!selected || isFocusInList())) moveFocus(by);
    else if (href) void navigate(href);
    else if (by === -1 || !props.onAwaitNext()) showEnd(by);
  };
  const openFocused = () => {
    const link = getLinks().find((link) => link === document.activeElement);
    if (link) link.click();
    else if (reopenHref && !isOpen) void navigate(reopenHref);
  };
  const getCurrentId = () => {
    const sid = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.sid;
    const row = openInquiry ?? getRows().find((one) => one.sid === sid) ?? selected;
    return row && inquiryId(row);
  };
  const selectCurrent = (toggle: typeof toggleRow) => {
    const id = getCurrentId();
    const rows = getRows();
    if (rows.some((row) => isSelectable(row) && inquiryId(row) === id)) set(toggle(get(), rows, id ?? ''));
  };
  const openShortcuts: Shortcut[] = [
    { keys: 'u', label: t`Volver a la lista`, run: props.onClose },
    { keys: 'Escape', label: t`Volver a la lista`, run: props.onClose },
  ];
  const clearShortcut: Shortcut = {
    keys: 'Escape',
    label: t`Quitar la búsqueda y los filtros`,
    run: () => void navigate({ pathname, search: clearFilters(search) }),
  };
  const getReason = (keys: string | undefined) => {
    if (keys === 'z') return t`No hay nada para deshacer`;
    return isOpen || selected ? t`La consulta todavía se está cargando` : t`Elegí una consulta primero`;
  };
  // The card and the bar of a selection replace those that can act.
  const inquiryShortcuts = useInquiryShortcuts().filter(({ keys }) => keys?.length === 1 && keys !== 'u');
  useShortcuts(
    t`Con una consulta abierta`,
    inquiryShortcuts.map(({ keys, label, disabledReason }) => ({
      keys,
      label,
      disabledReason: disabledReason ?? getReason(keys),
      run: () => undefined,
    })),
  );
  useShortcuts(t`Consultas`, [
    { keys: 'j', label: t`Consulta siguiente`, repeats: true, run: () => step(1, props.nextHref) },
    { keys: 'k', label: t`Consulta anterior`, repeats: true, run: () => step(-1, props.previousHref) },
    { keys: 'o', label: t`Abrir la consulta`, run: openFocused },
    {
      keys: ']',
      label: t`Página siguiente`,
      disabledReason: onNextPage ? undefined : t`No hay una página siguiente`,
      run: () => onNextPage?.('first'),
    },
    {
      keys: '[',
      label: t`Página anterior`,
      disabledReason: onPreviousPage ? undefined : t`No hay una página anterior`,
      run: () => onPreviousPage?.('first'),
    },
    ...(isOpen ? openShortcuts : [{ keys: 'Enter', label: t`Abrir la consulta`, run: openFocused }]),
    ...(!isOpen && hasFilters(parseInboxAddress(search)) ? [clearShortcut] : []),
  ]);
  useShortcuts(
    t`Elegir varias`,
    may.includes('changeFollowUps')
      ? [
          { keys: 'x', label: t`Elegir la consulta, o dejarla`, run: () => selectCurrent(toggleRow) },
          { keys: 'X', label: t`Elegir hasta esta consulta`, run: () => selectCurrent(toggleRange) },
          {
            keys: '* a',
            label: t`Elegir las que están en pantalla`,
            run: () => set(selectPage(get(), getRows())),
          },
        ]
      : [],
  );
  return null;
}
