import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '#console/session/session.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import css from './Shell.module.css';

const AccountMenu = lazyWithRetry(() => import('./AccountMenu.tsx').then((module) => module.AccountMenu), {
  floats: true,
});

export function AccountButton({ onShortcuts }: { onShortcuts: () => void }) {
  const { person } = useSession();
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const preload = () => void AccountMenu.preload();
  return (
    <>
      <button
        type="button"
        className={`button quiet ${css.account}`}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className={css.initials} aria-hidden="true">
          {getInitials(person.name)}
        </span>
        <span className={css.name}>
          <span className="visually-hidden">{t`Cuenta de`} </span>
          {person.name}
        </span>
      </button>
      {anchor !== undefined && (
        <AccountMenu anchor={anchor} onClose={() => setAnchor(null)} onShortcuts={onShortcuts} />
      )}
    </>
  );
}

function getInitials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
