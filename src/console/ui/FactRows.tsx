import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import css from './FactRows.module.css';

interface Props {
  className?: string | undefined;
  children: ReactNode;
}

export function FactRows({ className = '', children }: Props) {
  return <dl className={`${css.rows} ${className}`}>{children}</dl>;
}

interface RowProps {
  name: string;
  copyText?: string | null | undefined;
  children: ReactNode;
}

/** A row without a value is not shown. */
export function FactRow({ name, copyText, children }: RowProps) {
  const { t } = useLingui();
  if (children === undefined || children === null || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className="row">
        <div className={css.value}>{children}</div>
        {copyText && <CopyButton text={copyText} label={t`Copiar ${copyText}`} />}
      </dd>
    </div>
  );
}
