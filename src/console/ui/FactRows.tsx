import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import css from './FactRows.module.css';

/** What is known of one thing, a line each; `className` may set how wide names are and how many stand side by side. */
export function FactRows({
  className = '',
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  return <dl className={`${css.rows} ${className}`}>{children}</dl>;
}

/** A name and what it is, with a way to copy it. */
export function FactRow({
  name,
  copied,
  children,
}: {
  name: string;
  copied?: string | null | undefined;
  children: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {/* One box for what stands together. */}
        <div className={css.value}>{children}</div>
        {copied && <CopyButton text={copied} label={t`Copiar ${copied}`} />}
      </dd>
    </div>
  );
}
