import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '#console/ui/icons.tsx';
import { MOD_LABEL, runShortcut, useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { whenIdle } from '#console/ui/scheduling.ts';
import type { PageDefinition } from './page-definition.ts';
import css from './Shell.module.css';
import { getEntryHref, useNavigationGroups } from './navigation-entries.tsx';

const Palette = lazyWithRetry(() => import('#console/palette/Palette.tsx').then((module) => module.Palette), {
  floats: true,
});
const preloadPalette = () => void Palette.preload();

const PALETTE_PRELOAD_DELAY_MS = 5000;

interface Props {
  pages: readonly PageDefinition[];
  shortcutGroup: string;
}

export function PaletteButton({ pages, shortcutGroup }: Props) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const chosenShortcut = useRef<string>(undefined);
  const entries = useNavigationGroups(pages).flatMap((group) => group.entries);
  const label = t`Buscar o ir a…`;
  useShortcuts(shortcutGroup, [{ keys: 'Mod+k', label, run: () => setOpen(true) }]);
  usePreload();
  useEffect(() => {
    const shortcut = chosenShortcut.current;
    chosenShortcut.current = undefined;
    if (!isOpen && shortcut !== undefined) runShortcut(shortcut);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        className={`button ${css.palette}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`${MOD_LABEL} K`}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={() => setOpen(true)}
      >
        <SearchIcon />
        <span className={css.paletteLabel}>{label}</span>
        <kbd className={css.paletteKeys} aria-hidden="true">
          {MOD_LABEL} K
        </kbd>
      </button>
      {isOpen && (
        <Palette
          pages={entries.map((entry) => ({
            to: entry.to,
            href: getEntryHref(entry),
            label: i18n._(entry.label),
            shortcut: entry.shortcut,
          }))}
          onClose={(shortcut) => {
            chosenShortcut.current = shortcut;
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function usePreload(): void {
  useEffect(() => {
    let cancelIdle = () => {};
    const timer = setTimeout(() => {
      cancelIdle = whenIdle(preloadPalette);
    }, PALETTE_PRELOAD_DELAY_MS);
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') preloadPalette();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      cancelIdle();
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
}
