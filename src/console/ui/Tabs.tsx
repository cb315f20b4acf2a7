import type { ReactNode } from 'react';
import css from './Tabs.module.css';

/** Links from one part of a place to another; `aria-current` says which one is open. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
