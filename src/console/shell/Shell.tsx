import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useAskedExport } from '#console/export/export-request.ts';
import { useSession } from '#console/session/session.ts';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import { Mark } from '#console/ui/icons.tsx';
import { Navigation } from './Navigation.tsx';
import css from './Shell.module.css';

const live = lazyPart(() => import('#console/live/Live.tsx').then((module) => module.Live), {
  floats: true,
  fallback: () => null,
});
const accountMenu = lazyPart(() => import('./AccountMenu.tsx').then((module) => module.AccountMenu), {
  floats: true,
});
const shortcutsDialog = lazyPart(
  () => import('#console/shortcuts/ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
  { floats: true },
);

const exportRoom = lazyPart(
  () => import('#console/export/ExportHost.tsx').then((module) => module.ExportHost),
  { floats: true },
);

/** The frame around every page: where one can go, and who one is. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const [shortcuts, setShortcuts] = useState<'asked' | 'open'>();
  const { may } = useSession();
  const painted = useAfterPaint();
  const everywhere = t`En toda Vitrina`;
  const exported = useAskedExport();
  const showShortcuts = () => setShortcuts('open');
  useShortcuts(everywhere, [{ keys: '?', label: t`Atajos de teclado`, run: showShortcuts }]);
  return (
    <div className={css.shell}>
      <a className="button skip" href="#main">
        <Trans>Ir al contenido</Trans>
      </a>
      <header className={css.bar}>
        <span className={css.brand}>
          <Mark /> Vitrina
        </span>
        <Navigation everywhere={everywhere} />
        <Account onShortcuts={showShortcuts} />
      </header>
      <main id="main" className={css.main} tabIndex={-1}>
        {children}
      </main>
      {painted && may.includes('streamEvents') && <live.Page />}
      {shortcuts && (
        <shortcutsDialog.Page
          everywhere={everywhere}
          open={shortcuts === 'open'}
          onClose={() => setShortcuts('asked')}
        />
      )}
      {exported && <exportRoom.Page asked={exported} />}
    </div>
  );
}

function Account({ onShortcuts }: { onShortcuts: () => void }) {
  const { person } = useSession();
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState(false);
  const preload = () => void accountMenu.preload();
  return (
    <>
      <button
        type="button"
        className={`button quiet ${css.account}`}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={(event) => {
          setAsked(true);
          setAnchor(event.currentTarget);
        }}
      >
        <span className={css.initials} aria-hidden="true">
          {initials(person.name)}
        </span>
        <span className={css.name}>
          <span className="visually-hidden">{t`Cuenta de`} </span>
          {person.name}
        </span>
      </button>
      {asked && (
        <accountMenu.Page anchor={anchor} onClose={() => setAnchor(null)} onShortcuts={onShortcuts} />
      )}
    </>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
