import 'virtual:theme.css';
import './shell/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isCodeFailure } from './api/failure.ts';
import { queryClient } from './api/query-client.ts';
import { activateLanguage } from './locales/language.ts';
import { preferredLanguage } from './locales/preferred-language.ts';
import { routes } from './routes.tsx';
import { claimStorage } from './session/browser-storage.ts';
import { sessionQuery, readPageData } from './session/session.ts';
import { showStartNotice } from './start-notice.ts';
import { applyColorScheme } from './ui/color-scheme.ts';
import { hearKeys } from './ui/keys.ts';
import { waitUntilInitialized } from './wait-until-initialized.ts';

/**
 * One first render, with code, texts and data. Not awaited at the top level: the chunks of lazy pages import this module
 * and would wait for it.
 */
async function start(root: Element): Promise<void> {
  if (!readPageData()) applyColorScheme();
  const [session] = await Promise.all([
    queryClient.ensureQueryData(sessionQuery()),
    activateLanguage(preferredLanguage()),
  ]);
  if (session) claimStorage(session.person.id);
  const router = createBrowserRouter(routes);
  await waitUntilInitialized(router);
  hearKeys();
  const page = (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        {/* A click commits in its own frame and not in a time-sliced transition. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </I18nProvider>
  );
  // In pieces: the head script has drawn the first rows, and what is pressed meanwhile is heard.
  startTransition(() => createRoot(root, { onCaughtError: logCrash }).render(page));
}

/** A crash is for whoever looks into it; code that could not be loaded is only for the person, who is told. */
function logCrash(error: unknown): void {
  if (!isCodeFailure(error)) reportError(error);
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
start(root).catch((error: unknown) => {
  showStartNotice('failed');
  reportError(error);
});
