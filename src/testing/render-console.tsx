import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import type { Role, Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { speak, loadLaterTexts } from '#console/locales/language.ts';
import { siteAt } from '#console/routes.tsx';
import { App } from '#console/shell/App.tsx';
import { mayCall } from '#gateway/permissions/permissions.ts';
import { FakeGateway } from './fake-gateway.ts';

interface RenderOptions {
  gateway?: FakeGateway;
  /** null: nobody is signed in. */
  role?: Role | null;
  session?: Partial<Session>;
  language?: 'es' | 'en';
}

/** Renders a page of the console at an address, in happy-dom, before a fake gateway; without the live events. */
export async function renderPage(
  path: string,
  { gateway = new FakeGateway(), role = 'partner', session = {}, language = 'es' }: RenderOptions = {},
) {
  vi.stubGlobal('fetch', gateway.fetch);
  await speak(language);
  await loadLaterTexts();
  await siteAt(new URL(path, 'http://localhost').pathname)?.page.preload();
  const signedIn = role && { ...sessionOf(role), ...session };
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <App session={signedIn} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  return { gateway, screen, user: userEvent.setup() };
}

const MINUTE_MS = 60_000;

function sessionOf(role: Role): Session {
  return {
    person: { id: '1', mail: `${role}@vitrina.example`, name: 'Valeria Sosa', role },
    agencies: role === 'seller' ? ['ventas@ruta9.example'] : null,
    ownInquiriesIn: [],
    lastAgency: null,
    may: mayCall(role).filter((name) => name !== 'streamEvents'),
    timeZone: 'America/Argentina/Buenos_Aires',
    regionsKnown: true,
    endsInMs: 30 * MINUTE_MS,
    endsAtLatestInMs: 12 * 60 * MINUTE_MS,
  };
}
