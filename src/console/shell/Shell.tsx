import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ScrollRestoration } from 'react-router';
import { type ExportRequest, RequestExportContext } from '#console/export/export-request.ts';
import { useSession } from '#console/session/session.ts';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { Logo } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { AccountButton } from './AccountButton.tsx';
import { Navigation } from './Navigation.tsx';
import { PaletteButton } from './PaletteButton.tsx';
import type { PageDefinition } from './page-definition.ts';
import css from './Shell.module.css';
import { useLinkRestoration } from './use-link-restoration.ts';
import { useVisitRecording } from './visited-items.ts';

const LiveConnection = lazyWithRetry(
  () => import('./LiveConnection.tsx').then((module) => module.LiveConnection),
  {
    floats: true,
    fallback: () => null,
  },
);
const JobIndicator = lazyWithRetry(
  () => import('#console/jobs/JobIndicator.tsx').then((module) => module.JobIndicator),
  { floats: true, fallback: () => null },
);
const ShortcutsDialog = lazyWithRetry(
  () => import('#console/shortcuts/ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
  { floats: true },
);
const ExportHost = lazyWithRetry(
  () => import('#console/export/ExportHost.tsx').then((module) => module.ExportHost),
  { floats: true },
);

interface Props {
  pages: readonly PageDefinition[];
  children: ReactNode;
}

export function Shell({ pages, children }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const isPainted = useAfterPaint();
  const onLinkClick = useLinkRestoration();
  useVisitRecording();
  const [isDialogOpen, setDialogOpen] = useState<boolean>();
  const [exportRequest, setExportRequest] = useState<ExportRequest>();
  const shortcutGroup = t`En toda Vitrina`;
  const openShortcuts = () => setDialogOpen(true);
  useShortcuts(shortcutGroup, [{ keys: '?', label: t`Atajos de teclado`, run: openShortcuts }]);
  return (
    <RequestExportContext value={setExportRequest}>
      <div className={css.shell}>
        <a className="button skip" href="#main">
          <Trans>Ir al contenido</Trans>
        </a>
        <header className={css.bar}>
          <span className={css.brand}>
            <Logo /> Vitrina
          </span>
          <PaletteButton pages={pages} shortcutGroup={shortcutGroup} />
          <Navigation pages={pages} shortcutGroup={shortcutGroup} />
          {isPainted && may.includes('listJobs') && <JobIndicator />}
          <AccountButton onShortcuts={openShortcuts} />
        </header>
        <main id="main" className={css.main} tabIndex={-1} onClickCapture={onLinkClick}>
          {children}
        </main>
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
