import type { ReactNode } from 'react';
import css from './filters.module.css';
import type { Unreadable as Parameter } from './search.ts';
import { Unreadable } from './Unreadable.tsx';

interface Props {
  label: string;
  children: ReactNode;
  /** How many there are, in words; nothing while it is not known. */
  found: string | undefined;
  /** Beside it. */
  freshness?: ReactNode;
  unreadable: readonly Parameter[];
}

/** The filters above a list that is whole: each writes the address, and the address fills them. */
export function FilterBar({ label, children, found, freshness, unreadable }: Props) {
  return (
    <search className={css.bar} aria-label={label}>
      {children}
      <div className={css.reading}>
        <output className={css.found}>{found}</output>
        {freshness}
      </div>
      <Unreadable parameters={unreadable} />
    </search>
  );
}
