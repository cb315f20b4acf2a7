import { type LazyRouteFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { loadCode } from './api/load-code.ts';
import { InboxPage, loader as inboxLoader } from './inbox/InboxPage.tsx';
import { paths, patterns } from './paths.ts';
import { NotFoundPage } from './ui/NotFoundPage.tsx';
import { currentSession, requireSession } from './session/session.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './shell/App.tsx';
import { PageFailure } from './shell/PageFailure.tsx';
import { type RouteHandle, SignedIn } from './shell/SignedIn.tsx';

// The site map. The inbox, where people land, comes with the first code; every other page is a chunk of its own, with
// a loader that reads what its first render shows.

interface PageModule {
  Component: React.ComponentType;
  loader?: (args: LoaderFunctionArgs) => unknown;
}

type PageRoute = RouteHandle & { path: string; load: () => Promise<PageModule> };

const openPages: PageRoute[] = [
  { path: patterns.signIn, load: () => import('./session/SignInPage.tsx') },
  { path: patterns.secondFactor, load: () => import('./session/SignInPage.tsx') },
  { path: patterns.recover, load: () => import('./session/RecoverPage.tsx') },
  { path: patterns.recoveryLink, load: () => import('./session/LinkPage.tsx') },
  { path: patterns.welcome, load: () => import('./session/LinkPage.tsx') },
];

const pages: PageRoute[] = [
  { path: patterns.me, load: () => import('./settings/me/MePage.tsx') },
  {
    path: patterns.templates,
    needs: 'listTemplates',
    load: () => import('./settings/templates/TemplatesPage.tsx'),
  },
  {
    path: patterns.newTemplate,
    needs: 'addTemplate',
    load: () => import('./settings/templates/NewTemplatePage.tsx'),
  },
  {
    path: patterns.template,
    needs: 'listTemplates',
    load: () => import('./settings/templates/TemplatePage.tsx'),
  },
  { path: patterns.hours, needs: 'viewHours', load: () => import('./settings/hours/HoursPage.tsx') },
  { path: patterns.people, needs: 'listPeople', load: () => import('./settings/people/PeoplePage.tsx') },
  {
    path: patterns.invitePerson,
    needs: 'invitePerson',
    load: () => import('./settings/people/InvitePersonPage.tsx'),
  },
  { path: patterns.person, needs: 'viewPerson', load: () => import('./settings/people/PersonPage.tsx') },
  { path: patterns.audit, needs: 'listAudit', load: () => import('./settings/audit/AuditPage.tsx') },
  { path: patterns.agencies, needs: 'listAgencies', load: () => import('./agencies/AgenciesPage.tsx') },
  {
    path: patterns.inviteAgency,
    needs: 'inviteAgency',
    load: () => import('./agencies/InviteAgencyPage.tsx'),
  },
  {
    path: patterns.invitations,
    needs: 'listInvitations',
    load: () => import('./agencies/InvitationsPage.tsx'),
  },
  { path: patterns.agency, needs: 'viewAgency', load: () => import('./agencies/AgencyPage.tsx') },
  { path: patterns.editAgency, needs: 'editAgency', load: () => import('./agencies/EditAgencyPage.tsx') },
  {
    path: patterns.disassociateAgency,
    needs: 'disassociateAgency',
    load: () => import('./agencies/DisassociatePage.tsx'),
  },
  {
    path: patterns.deliveries,
    needs: 'listDeliveries',
    load: () => import('./deliveries/DeliveriesPage.tsx'),
  },
  { path: patterns.delivery, needs: 'viewDelivery', load: () => import('./deliveries/DeliveryPage.tsx') },
  {
    path: patterns.connection,
    needs: 'viewConnection',
    load: () => import('./connection/ConnectionPage.tsx'),
  },
  { path: patterns.webhooks, needs: 'listWebhooks', load: () => import('./webhooks/WebhooksPage.tsx') },
  { path: patterns.webhook, needs: 'viewWebhook', load: () => import('./webhooks/WebhookPage.tsx') },
  { path: patterns.editWebhook, needs: 'editWebhook', load: () => import('./webhooks/EditWebhookPage.tsx') },
  {
    path: patterns.webhookHistory,
    needs: 'viewWebhookHistory',
    load: () => import('./webhooks/WebhookHistoryPage.tsx'),
  },
  { path: patterns.makes, needs: 'listMakes', load: () => import('./catalogs/MakesPage.tsx') },
  { path: patterns.bodyStyles, needs: 'listBodyStyles', load: () => import('./catalogs/BodyStylesPage.tsx') },
  { path: patterns.cities, needs: 'listCities', load: () => import('./catalogs/CitiesPage.tsx') },
  { path: patterns.colors, needs: 'listColors', load: () => import('./catalogs/ColorsPage.tsx') },
  { path: patterns.make, needs: 'viewMake', load: async () => (await entryPages()).makePage },
  { path: patterns.bodyStyle, needs: 'viewBodyStyle', load: async () => (await entryPages()).bodyStylePage },
  { path: patterns.city, needs: 'viewCity', load: async () => (await entryPages()).cityPage },
  { path: patterns.color, needs: 'viewColor', load: async () => (await entryPages()).colorPage },
  { path: patterns.bestMatch, needs: 'matchMake', load: () => import('./catalogs/BestMatchPage.tsx') },
];

const entryPages = () => import('./catalogs/EntryPages.tsx');

// A boundary is a route of its own: React Router shows nothing for a lazy route that could not be loaded and has one.
const inBoundary = (children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageFailure, children });

export const routes: RouteObject[] = [
  {
    Component: App,
    ErrorBoundary: PageFailure,
    children: [
      inBoundary(openPages.map(toRoute)),
      {
        loader: requireSession,
        shouldRevalidate: () => false,
        Component: SignedIn,
        children: [
          { path: paths.home(), loader: () => redirect(paths.inquiries()) },
          { path: patterns.catalogs, loader: () => redirect(paths.makes()) },
          inBoundary([
            {
              path: patterns.inbox,
              Component: InboxPage,
              loader: withPatience(inboxLoader),
              shouldRevalidate: () => false,
            },
            ...pages.map(toRoute),
            { path: '*', Component: NotFoundPage },
          ]),
        ],
      },
    ],
  },
];

function toRoute({ path, needs, load }: PageRoute): RouteObject {
  const lazy: LazyRouteFunction<RouteObject> = async () => {
    const { Component, loader } = await loadCode(load);
    return { Component, ...(loader && { loader: withPatience(loader, needs) }) };
  };
  return {
    path,
    lazy,
    handle: (needs ? { needs } : {}) satisfies RouteHandle,
    // Filters are read by the page itself, which goes on showing what it has.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  };
}

/** How long the present page stays while the next one's data is on its way, ms. */
const PATIENCE_MS = 1000;

/** A loader that ends in time: the page itself shows what takes longer, and what fails. */
function withPatience(load: (args: LoaderFunctionArgs) => unknown, needs?: RouteHandle['needs']) {
  return async (args: LoaderFunctionArgs): Promise<null> => {
    const session = queryClient.getQueryData(currentSession().queryKey);
    if (!session || (needs && !session.may.includes(needs))) return null;
    await Promise.race([
      Promise.resolve(load(args)).catch(() => {}),
      new Promise((resolve) => {
        setTimeout(resolve, PATIENCE_MS);
      }),
    ]);
    return null;
  };
}
