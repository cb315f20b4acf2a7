import { useEffect } from 'react';
import { useStore } from '#console/api/store.ts';
import { shortcutNotice } from '#console/ui/keyboard-shortcuts.ts';
import css from './App.module.css';

const SHOWN_MS = 6000;

export function ShortcutNotice() {
  const notice = useStore(shortcutNotice);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => shortcutNotice.set(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return <output className={css.notice}>{notice?.text}</output>;
}
