import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { updateSearch } from '#console/inquiries/inbox-address.ts';
import { SearchIcon } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import css from './InboxFilters.module.css';

const SEARCH_DEBOUNCE_MS = 150;

export function SearchField({ saved }: { saved: string }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useDebouncedText(saved, (buscar) =>
    navigate({ pathname, search: updateSearch(search, { buscar: buscar || undefined }) }, { replace: true }),
  );
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') document.querySelector<HTMLElement>('[data-row] a')?.focus();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (text) setText('');
    else event.currentTarget.blur();
  };
  useShortcuts(t`Consultas`, [
    {
      keys: '/',
      label: t`Buscar consultas`,
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);
  return (
    <label className={css.search}>
      <SearchIcon />
      <input
        ref={input}
        type="search"
        autoComplete="off"
        aria-label={t`Buscar`}
        value={text}
        placeholder={t`Buscar…`}
        title={t`Nombre, vehículo, teléfono, comentario`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={handleKeyDown}
      />
    </label>
  );
}

/** The text is saved after a pause. A value saved by others (Back, a link) replaces it. */
function useDebouncedText(saved: string, save: (text: string) => unknown) {
  const [text, setText] = useState(saved);
  const [lastSaved, setLastSaved] = useState(saved);
  if (saved !== lastSaved) {
    setLastSaved(saved);
    setText(saved);
  }
  const saveRef = useRef(save);
  useEffect(() => {
    saveRef.current = save;
  });
  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === lastSaved) return undefined;
    const timer = setTimeout(() => {
      setLastSaved(trimmed);
      saveRef.current(trimmed);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, lastSaved]);
  return [text, setText] as const;
}
