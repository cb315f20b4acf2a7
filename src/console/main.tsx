import 'virtual:theme.css';
import './shell/base.css';
import './shell/controls.css';
import './shell/shared.css';
import './shell/start-frame.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isChunkFailure } from './api/failure.ts';
import { queryClient } from './api/query-client.ts';
import { activateLanguage } from './locales/language.ts';
import { preferredLanguage } from './locales/preferred-language.ts';
import { routes } from './routes.tsx';
import { claimStorage, eraseOfflineData } from './session/browser-storage.ts';
import { isStoredPage, sessionQuery, readPageData } from './session/session.ts';
import { showStartNotice } from './start-notice.ts';
import { applyColorScheme } from './ui/color-scheme.ts';
import { listenForShortcuts } from './ui/keyboard-shortcuts.ts';
import { waitUntilInitialized } from './wait-until-initialized.ts';

/** The top level awaits no start, for which chunks that import this module would wait. */
async function start(root: Element): Promise<void> {
  if (!readPageData()) applyColorScheme();
  if (isStoredPage()) await import('./offline/restore.ts').then(({ restoreSession }) => restoreSession());
  const [session] = await Promise.all([
    queryClient.ensureQueryData(sessionQuery()),
    activateLanguage(preferredLanguage()),
  ]);
  if (session) claimStorage(session.person.id);
  else void eraseOfflineData();
  const router = createBrowserRouter(routes);
  await waitUntilInitialized(router);
  listenForShortcuts();
  const page = (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        {/* Navigations commit at once without transitions. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </I18nProvider>
  );
  // A transition renders in slices, so that the rows of the head script stay responsive.
  startTransition(() => createRoot(root, { onCaughtError }).render(page));
}

function onCaughtError(error: unknown): void {
  if (!isChunkFailure(error)) reportError(error);
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
start(root).catch((error: unknown) => {
  showStartNotice('failed');
  reportError(error);
});
