import { plural } from '@lingui/core/macro';
import { useLingui, Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import InputBase from '@mui/material/InputBase';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { MAX_TRACE_TEXT, MIN_TRACE_TEXT } from '#contract/desk/trace.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { paths } from '#console/paths.ts';
import { useSavedItems } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';
import { IconAction } from '#console/ui/IconAction.tsx';
import { CloseIcon, SearchIcon } from '#console/ui/icons.tsx';
import { theme } from '#console/theme.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import css from './Palette.module.css';
import { type PaletteItem, canBePinned, groupItems } from './palette-items.ts';
import { PaletteNotices, PaletteOptions, optionId } from './PaletteResults.tsx';
import { useSingleItems } from './single-items.ts';
import { type FoundItems, useFoundItems } from './use-found-items.ts';
import { type NavigationPage, useLoadedItems } from './use-loaded-items.ts';

interface Props {
  pages: readonly NavigationPage[];
  onClose: (shortcut?: string) => void;
}

export function Palette({ pages, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isPhone = useMediaQuery(theme.breakpoints.down('sm'));
  const choose = ({ to, label }: PaletteItem) => {
    onClose(to === undefined ? label : undefined);
    if (to !== undefined) void navigate(to);
  };
  return (
    <MuiRoot>
      <Dialog
        open
        onClose={() => onClose()}
        fullWidth
        maxWidth="sm"
        fullScreen={isPhone}
        slotProps={{
          container: { sx: { alignItems: 'start' } },
          paper: {
            'aria-label': t`Buscar o ir a`,
            sx: isPhone ? null : { mt: '10vh', height: 'min(640px, 80vh)' },
          },
        }}
      >
        <PaletteSearch pages={pages} isPhone={isPhone} onChoose={choose} onClose={() => onClose()} />
      </Dialog>
    </MuiRoot>
  );
}

interface SearchProps {
  pages: readonly NavigationPage[];
  isPhone: boolean;
  onChoose: (item: PaletteItem) => void;
  onClose: () => void;
}

const MIN_CATALOG_TEXT = 2;

/** A combobox whose listbox is always open: the focus stays in the input. */
function PaletteSearch({ pages, isPhone, onChoose, onClose }: SearchProps) {
  const { t } = useLingui();
  const listId = useId();
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const { recent, pinned, togglePin } = useSavedItems();
  // The order stays when something is pinned. The item opened last is on screen, and so is not listed.
  const [saved] = useState({ recent: recent.slice(1), pinned });
  const savedItems = useSingleItems(saved);
  const needsCatalogs =
    query.trim().length >= MIN_CATALOG_TEXT ||
    [...saved.recent, ...saved.pinned].some((id) => id.startsWith(`${paths.catalogs()}/`));
  const loaded = useLoadedItems(pages, { query, needsCatalogs });
  const found = useFoundItems(query);
  const allInquiries = useAllInquiriesItem(query, found);
  const trace = useTraceItem(query);
  const groups = groupItems(
    { items: loaded.items, savedItems, found: [...found.items, ...allInquiries, ...trace] },
    query,
    saved,
  );
  const options = groups.flatMap(({ items }) => items);
  const activeIndex = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  );
  const active = options[activeIndex];
  const canPin = active !== undefined && canBePinned(active);
  const name = active?.label;
  const isPinned = active !== undefined && pinned.includes(active.id);

  const choose = (item: PaletteItem, inNewTab: boolean) => {
    if (inNewTab && item.to !== undefined) window.open(item.to);
    else onChoose(item);
  };
  const move = (by: number) => setActiveId(options[(activeIndex + by + options.length) % options.length]?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event;
    const hasMod = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing) return;
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && altKey && canPin) togglePin(active.id);
    else if (key === 'Enter' && !altKey && active) choose(active, hasMod);
    else if (key.toLowerCase() === 'k' && hasMod) onClose();
    else return;
    event.preventDefault();
  };
  const status =
    query.trim() === '' || found.isPending
      ? ''
      : t`${plural(options.length, { one: '# resultado', other: '# resultados' })}`;
  return (
    <>
      <div className={css.search}>
        <SearchIcon />
        <InputBase
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this input
          autoFocus
          fullWidth
          value={query}
          placeholder={t`Página, agencia, nombre, teléfono…`}
          onChange={({ target }) => {
            setQuery(target.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': t`Buscar o ir a`,
              'aria-expanded': options.length > 0,
              'aria-controls': listId,
              'aria-autocomplete': 'list',
              'aria-activedescendant': active && optionId(listId, activeIndex),
              autoComplete: 'off',
              autoCapitalize: 'none',
              spellCheck: false,
              enterKeyHint: 'go',
            },
          }}
        />
        {isPhone && (
          <IconAction label={t`Cerrar`} onClick={onClose}>
            <CloseIcon />
          </IconAction>
        )}
      </div>
      <PaletteOptions
        {...{ listId, groups, activeIndex, pinned }}
        onActivate={setActiveId}
        onChoose={(item) => onChoose(item)}
        onTogglePin={togglePin}
      />
      <PaletteNotices
        query={query}
        failures={[...loaded.failures, ...found.failures]}
        isEmpty={options.length === trace.length}
        isPending={found.isPending}
        isIndexComplete={found.isIndexComplete}
      />
      <output className="visually-hidden">
        {status} {isPinned && t`Fijado`}
      </output>
      {!isPhone && (
        <div className={css.footer}>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> <Trans>elegir</Trans>
          </span>
          <span>
            <kbd>Enter</kbd> <Trans>abrir</Trans>
          </span>
          <Button
            size="small"
            color="inherit"
            disabled={!canPin}
            aria-keyshortcuts="Alt+Enter"
            aria-label={active && (isPinned ? t`Dejar de fijar «${name}»` : t`Fijar «${name}»`)}
            onClick={() => active && togglePin(active.id)}
          >
            {isPinned ? <Trans>Dejar de fijar</Trans> : <Trans>Fijar</Trans>}
          </Button>
          <kbd>Alt Enter</kbd>
        </div>
      )}
    </>
  );
}

function useTraceItem(query: string): PaletteItem[] {
  const { t } = useLingui();
  const { may } = useSession();
  const text = query.trim().slice(0, MAX_TRACE_TEXT);
  if (text.length < MIN_TRACE_TEXT || !may.includes('findTraces')) return [];
  const to = paths.traces(String(new URLSearchParams({ q: text })));
  return [{ id: 'trace', kind: 'trace', label: t`Rastrear «${text}»`, to }];
}

function useAllInquiriesItem(query: string, { items, inquiryCount = 0 }: FoundItems): PaletteItem[] {
  const { t, i18n } = useLingui();
  if (inquiryCount <= items.filter(({ kind }) => kind === 'inquiry').length) return [];
  const text = query.trim();
  const count = i18n.number(inquiryCount);
  const search = new URLSearchParams({ agencia: ALL_AGENCIES, buscar: text });
  return [
    {
      id: 'all-inquiries',
      kind: 'inquiry',
      label: t`Ver las ${count} consultas con «${text}»`,
      to: paths.inquiries(String(search)),
    },
  ];
}
