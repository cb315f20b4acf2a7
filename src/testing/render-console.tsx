import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { type RouteObject, createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import type { Role, Session } from '#contract/desk/sessions.ts';
import { queryClient } from '#console/api/query-client.ts';
import { activateLanguage } from '#console/locales/language.ts';
import { waitUntilInitialized } from '#console/wait-until-initialized.ts';
import { routes } from '#console/routes.tsx';
import { sessionQuery } from '#console/session/session.ts';
import { SessionProvider } from '#console/session/SessionProvider.tsx';
import { MINUTE_MS } from '#contract/durations.ts';
import { listRights } from '#gateway/permissions/permissions.ts';
import { FakeGateway } from './fake-gateway.ts';

interface RenderOptions {
  gateway?: FakeGateway;
  /** null: nobody is signed in. */
  role?: Role | null;
  session?: Partial<Session>;
  language?: 'es' | 'en';
}

interface PartOptions extends Omit<RenderOptions, 'role'> {
  /** The address of the page that it is part of. */
  path?: string;
  role?: Role;
}

/** Renders a page of the console at an address, in happy-dom, before a fake gateway; without the live events. */
export async function renderPage(
  path: string,
  { gateway = new FakeGateway(), role = 'partner', session = {}, language = 'es' }: RenderOptions = {},
) {
  await prepare(gateway, language);
  queryClient.setQueryData(sessionQuery().queryKey, role && { ...createSession(role), ...session });
  return renderAt(path, routes, gateway);
}

/** Renders a part of a page for somebody who is signed in. */
export async function renderPart(
  part: ReactNode,
  {
    path = '/',
    gateway = new FakeGateway(),
    role = 'partner',
    session = {},
    language = 'es',
  }: PartOptions = {},
) {
  await prepare(gateway, language);
  const signedIn = { ...createSession(role), ...session };
  const element = <SessionProvider value={signedIn}>{part}</SessionProvider>;
  return renderAt(path, [{ path: '*', element }], gateway);
}

async function prepare(gateway: FakeGateway, language: 'es' | 'en'): Promise<void> {
  vi.stubGlobal('fetch', gateway.fetch);
  await activateLanguage(language);
}

async function renderAt(path: string, routes: RouteObject[], gateway: FakeGateway) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  await waitUntilInitialized(router);
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  const user = userEvent.setup();
  /** Enters a text at once: single keys take longer, and matter to suggestions only. */
  const enter = async (field: Element, text: string) => {
    await user.click(field);
    await user.paste(text);
  };
  return { gateway, screen, user, enter };
}

export function createSession(role: Role): Session {
  return {
    person: { id: '1', mail: `${role}@vitrina.example`, name: 'Valeria Sosa', role },
    agencies: role === 'seller' ? ['ventas@ruta9.example'] : null,
    ownInquiriesIn: [],
    lastAgency: null,
    may: listRights(role).filter((name) => name !== 'streamEvents'),
    timeZone: 'America/Argentina/Buenos_Aires',
    referenceType: 'application/vnd.service.ref+json',
    regionsKnown: true,
    isHeld: false,
    endsInMs: 30 * MINUTE_MS,
    endsAtLatestInMs: 12 * 60 * MINUTE_MS,
  };
}
