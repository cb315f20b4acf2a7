import 'virtual:theme.css';
import './shell/base.css';
import './ui/before-back.ts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { Failure, isCodeFailure } from './api/failure.ts';
import { queryClient } from './api/query-client.ts';
import { speak } from './locales/language.ts';
import { preferredLanguage } from './locales/preferred.ts';
import { prepare } from './routes.tsx';
import { keepFor } from './session/kept.ts';
import { currentSession, pageData } from './session/session.ts';
import { App } from './shell/App.tsx';
import { showStartNotice } from './start-notice.ts';
import { applyColorScheme } from './ui/color-scheme.ts';
import { hearKeys } from './ui/keys.ts';

/**
 * One first render, with code, texts and data at hand: no screen passes through a placeholder that a moment would
 * spare. Not awaited at the top level: a lazy page imports pieces of this module's chunk and would wait for it.
 */
async function start(root: Element): Promise<void> {
  const [session] = await Promise.all([signedIn(), speak(preferredLanguage())]);
  if (session) keepFor(session.person.id);
  await prepare(location, session);
  hearKeys();
  const page = (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        {/* A click commits in its own frame and not in a time-sliced transition. */}
        <BrowserRouter useTransitions={false}>
          <App session={session} />
        </BrowserRouter>
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

/** The page says it; on the development server it has to be asked. */
async function signedIn(): Promise<Session | null> {
  const written = pageData();
  if (written) return written.session;
  applyColorScheme();
  try {
    return (await queryClient.fetchQuery(currentSession())) as Session;
  } catch (error) {
    if (error instanceof Failure && error.sessionEnded) return null;
    throw error;
  }
}

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no #root');
start(root).catch((error: unknown) => {
  showStartNotice('failed');
  reportError(error);
});
