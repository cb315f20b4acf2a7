import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { dayAt } from '#contract/window.ts';
import { queryClient } from './api/query-client.ts';
import { inboxRequest, readInboxAddress } from './inquiries/address.ts';
import { InboxPage } from './inquiries/InboxPage.tsx';
import { inquiry, inquiryPage } from './inquiries/inquiries-queries.ts';
import { patterns } from './paths.ts';
import { me, openSessions } from './settings/me/me-queries.ts';
import { lazyPage } from './ui/lazy-page.tsx';

// The site map. Every page but the inbox, which is where people land, is a chunk of its own; `data` are the queries
// that its first render wants.

interface Site {
  pattern: string;
  page: ReturnType<typeof lazyPage>;
  /** Whether it stands outside the frame, for people who are not signed in. */
  open?: true;
  data?: (
    params: Record<string, string | undefined>,
    search: URLSearchParams,
    session: Session,
  ) => Promise<unknown>[];
}

const signIn = lazyPage(() => import('./session/SignInPage.tsx').then((module) => module.SignInPage));
const mailedLink = lazyPage(() => import('./session/LinkPage.tsx').then((module) => module.LinkPage));

export const sites: Site[] = [
  { pattern: patterns.signIn, page: signIn, open: true },
  { pattern: patterns.secondFactor, page: signIn, open: true },
  {
    pattern: patterns.recover,
    page: lazyPage(() => import('./session/RecoverPage.tsx').then((module) => module.RecoverPage)),
    open: true,
  },
  { pattern: patterns.recoveryLink, page: mailedLink, open: true },
  { pattern: patterns.welcome, page: mailedLink, open: true },
  {
    pattern: patterns.inbox,
    page: here(InboxPage),
    data: ({ adminMail, sid }, search, session) => {
      const address = readInboxAddress(search);
      const agencia = address.agencia ?? adminMail;
      const request = inboxRequest(address, () => dayAt(Date.now(), session.timeZone));
      return [
        ...(agencia ? [queryClient.prefetchQuery(inquiryPage(agencia, request))] : []),
        ...(adminMail && sid ? [queryClient.prefetchQuery(inquiry(adminMail, sid))] : []),
      ];
    },
  },
  {
    pattern: patterns.me,
    page: lazyPage(() => import('./settings/me/MePage.tsx').then((module) => module.MePage)),
    data: () => [queryClient.prefetchQuery(me()), queryClient.prefetchQuery(openSessions())],
  },
];

function here(Page: ComponentType): ReturnType<typeof lazyPage> {
  return { Page, preload: () => Promise.resolve() };
}

/** How long the first render waits for its data before it shows the frame and a skeleton, ms. */
const PATIENCE_MS = 150;

/** Loads code and data of the page at an address; data that takes long or fails is the page's to show. */
export async function prepare({ pathname, search }: Location, session: Session | null): Promise<void> {
  const site = sites.find(({ pattern }) => matchPath(pattern, pathname));
  if (!site) return;
  const params = matchPath(site.pattern, pathname)?.params ?? {};
  const data = session ? (site.data?.(params, new URLSearchParams(search), session) ?? []) : [];
  const patience = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.all([site.page.preload(), Promise.race([Promise.all(data), patience])]);
}
