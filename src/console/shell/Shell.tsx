import { Trans, useLingui } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  matchPath,
  NavigationType,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigationType,
} from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { INSPECT_CALLS } from '#contract/desk/rights.ts';
import { type ExportRequest, RequestExportContext } from '#console/export/export-request.ts';
import { paths, patterns } from '#console/paths.ts';
import { SessionGuard } from '#console/session/SessionGuard.tsx';
import { SessionProvider } from '#console/session/SessionProvider.tsx';
import { sessionQuery, useSession } from '#console/session/session.ts';
import { ForbiddenPage } from './MessagePages.tsx';
import { useAfterPaint } from '#console/ui/scheduling.ts';
import { Logo } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { Navigation } from './Navigation.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import css from './Shell.module.css';
import type { PageDefinition, RouteHandle } from './page-definition.ts';
import { useVisitRecording } from './visited-items.ts';

const TIME_LIMIT_MS = 2000;
const INPUT_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Refocuses the link that led away: `ScrollRestoration` fails where lists render in slices. The inbox has its own. */
function useLinkRestoration(): (event: MouseEvent) => void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastLinks = useRef(new Map<string, { href: string; top: number }>());

  useEffect(() => {
    const last = lastLinks.current.get(key);
    if (!last || navigationType !== NavigationType.Pop || matchPath(patterns.inbox, pathname))
      return undefined;
    const selector = `main a[href="${CSS.escape(last.href)}"]`;
    const end = performance.now() + TIME_LIMIT_MS;
    let frame = 0;
    const restore = () => {
      const link = document.querySelector<HTMLElement>(selector);
      const distance = link ? link.getBoundingClientRect().top - last.top : Infinity;
      const isInPlace = document.activeElement === link && Math.abs(distance) < 1;
      link?.focus({ preventScroll: true });
      if (link && !isInPlace) scrollBy(0, distance);
      // One frame more passes, since rows that come into view change the heights above.
      if (performance.now() < end && !(isInPlace && wasInPlace)) frame = requestAnimationFrame(restore);
      wasInPlace = isInPlace;
    };
    let wasInPlace = false;
    const stop = () => cancelAnimationFrame(frame);
    restore();
    for (const type of INPUT_EVENTS) addEventListener(type, stop);
    return () => {
      stop();
      for (const type of INPUT_EVENTS) removeEventListener(type, stop);
    };
  }, [key, navigationType, pathname]);

  return ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    const href = link && link.getAttribute('href');
    if (href) lastLinks.current.set(key, { href, top: link.getBoundingClientRect().top });
  };
}

const AccountMenu = lazyWithRetry(() => import('./AccountMenu.tsx').then((module) => module.AccountMenu), {
  floats: true,
});

function AccountButton(actions: { onShortcuts: () => void; onInspect: (() => void) | undefined }) {
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
      {anchor !== undefined && <AccountMenu anchor={anchor} onClose={() => setAnchor(null)} {...actions} />}
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

const LiveConnection = lazyWithRetry(
  () => import('./LiveConnection.tsx').then((module) => module.LiveConnection),
  {
    floats: true,
    fallback: () => null,
  },
);
const OfflineReading = lazyWithRetry(
  () => import('#console/offline/OfflineReading.tsx').then((module) => module.OfflineReading),
  { floats: true, fallback: () => null },
);
const HeldBanner = lazyWithRetry(() => import('./HeldBanner.tsx').then((module) => module.HeldBanner), {
  floats: true,
  fallback: () => null,
});
const JobIndicator = lazyWithRetry(
  () => import('#console/jobs/JobIndicator.tsx').then((module) => module.JobIndicator),
  { floats: true, fallback: () => null },
);
const ShortcutsDialog = lazyWithRetry(
  () => import('#console/shortcuts/ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
  { floats: true },
);
const InspectorPanel = lazyWithRetry(
  () => import('#console/inspector/InspectorPanel.tsx').then((module) => module.InspectorPanel),
  { floats: true },
);
const ExportHost = lazyWithRetry(
  () => import('#console/export/ExportDialog.tsx').then((module) => module.ExportHost),
  { floats: true },
);

interface Props {
  pages: readonly PageDefinition[];
  children: ReactNode;
}

export function Shell({ pages, children }: Props) {
  const { t } = useLingui();
  const { may, isHeld } = useSession();
  const isPainted = useAfterPaint();
  const onLinkClick = useLinkRestoration();
  useVisitRecording();
  const [isDialogOpen, setDialogOpen] = useState<boolean>();
  const [isInspecting, setInspecting] = useState(false);
  const [exportRequest, setExportRequest] = useState<ExportRequest>();
  const shortcutGroup = t`En toda Vitrina`;
  const openShortcuts = () => setDialogOpen(true);
  const onInspect = may.includes(INSPECT_CALLS) ? () => setInspecting(true) : undefined;
  useShortcuts(shortcutGroup, [
    { keys: '?', label: t`Atajos de teclado`, run: openShortcuts },
    ...(onInspect ? [{ keys: undefined, label: t`Inspector de pedidos`, run: onInspect }] : []),
  ]);
  return (
    <RequestExportContext value={setExportRequest}>
      <div className={css.shell}>
        <a className="button skip" href="#main">
          <Trans>Ir al contenido</Trans>
        </a>
        <header className={css.bar}>
          <span className={css.brand}>
            <Logo /> <span className={css.brandName}>Vitrina</span>
          </span>
          <PaletteButton pages={pages} shortcutGroup={shortcutGroup} />
          <Navigation pages={pages} shortcutGroup={shortcutGroup} />
          {isPainted && may.includes('listJobs') && <JobIndicator />}
          <AccountButton onShortcuts={openShortcuts} onInspect={onInspect} />
        </header>
        <main id="main" tabIndex={-1} onClickCapture={onLinkClick}>
          {isHeld && <HeldBanner />}
          {isPainted && <OfflineReading />}
          {children}
        </main>
        {isInspecting && <InspectorPanel onClose={() => setInspecting(false)} />}
        {isPainted && may.includes('streamEvents') && <LiveConnection />}
        {isDialogOpen !== undefined && (
          <ShortcutsDialog
            pageGroup={shortcutGroup}
            open={isDialogOpen}
            onClose={() => setDialogOpen(false)}
          />
        )}
        {/* The key is the path: a change of search params keeps the position. */}
        <ScrollRestoration getKey={({ pathname }) => pathname} />
        {exportRequest && <ExportHost request={exportRequest} />}
      </div>
    </RequestExportContext>
  );
}

export function SignedIn({ pages }: { pages: readonly PageDefinition[] }) {
  const { data: session, dataUpdatedAt } = useQuery({ ...sessionQuery(), enabled: false });
  const { needs } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;
  useEffect(() => {
    // The page is unmounted by then, and with it its prompt about unsaved changes.
    if (!session) location.replace(paths.signIn());
  }, [session]);
  if (!session) return null;
  return (
    <SessionProvider value={session}>
      <Shell pages={pages}>{needs && !session.may.includes(needs) ? <ForbiddenPage /> : <Outlet />}</Shell>
      <SessionGuard session={session} startedAt={dataUpdatedAt} />
    </SessionProvider>
  );
}
