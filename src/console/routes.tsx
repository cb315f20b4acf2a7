import { type LazyRouteFunction, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { QUEUE_SEARCH } from '#contract/inbox-filter-names.ts';
import { loadCode } from './api/load-code.ts';
import { InboxPage, loader as inboxLoader } from './inbox/InboxPage.tsx';
import { paths, patterns } from './paths.ts';
import { NotFoundPage } from './shell/MessagePages.tsx';
import { sessionQuery, requireSession } from './session/session.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './shell/App.tsx';
import { PageFailure } from '#console/shell/App.tsx';
import type { PageDefinition, PageLoader, RouteHandle } from './shell/page-definition.ts';
import { SignedIn } from '#console/shell/Shell.tsx';

// Every page but the inbox is a chunk of its own, with a loader that prefetches what its first render shows.

const publicPages: readonly PageDefinition[] = [
  { path: patterns.signIn, load: () => import('./session/SignInPage.tsx') },
  { path: patterns.secondFactor, load: () => import('./session/SignInPage.tsx') },
  { path: patterns.openIdCallback, load: () => import('./session/SignInPage.tsx') },
  { path: patterns.recover, load: () => import('./session/RecoverPage.tsx') },
  { path: patterns.recoveryLink, load: () => import('./session/MailedLinkPage.tsx') },
  { path: patterns.welcome, load: () => import('./session/MailedLinkPage.tsx') },
];

const sessionPages: readonly PageDefinition[] = [
  { path: patterns.overview, needs: 'viewOverview', load: () => import('./overview/OverviewPage.tsx') },
  { path: patterns.handover, needs: 'viewHandover', load: () => import('./handover/HandoverPage.tsx') },
  { path: patterns.help, load: () => import('./help/HelpPage.tsx') },
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
  {
    path: patterns.apiTokens,
    needs: 'listApiTokens',
    load: () => import('./settings/api-tokens/ApiTokensPage.tsx'),
  },
  {
    path: patterns.importFollowUp,
    needs: 'importFollowUps',
    load: () => import('./settings/import/ImportPage.tsx'),
  },
  { path: patterns.audit, needs: 'listAudit', load: () => import('./settings/audit/AuditPage.tsx') },
  { path: patterns.agencies, needs: 'listAgencies', load: () => import('./agencies/AgenciesPage.tsx') },
  {
    path: patterns.inviteAgency,
    needs: 'inviteAgency',
    load: () => import('./agencies/InviteAgencyPage.tsx'),
  },
  {
    path: patterns.inviteMany,
    needs: 'inviteAgencies',
    load: () => import('./agencies/invite-many/InviteManyPage.tsx'),
  },
  {
    path: patterns.invitationJob,
    needs: 'viewInvitationFunnel',
    load: () => import('./agencies/invite-many/InvitationJobPage.tsx'),
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
  { path: patterns.attempts, needs: 'listAttempts', load: () => import('./deliveries/AttemptsPage.tsx') },
  {
    path: patterns.signatureTest,
    needs: 'testSignature',
    load: () => import('./deliveries/SignatureTestPage.tsx'),
  },
  { path: patterns.relay, needs: 'listRelayTargets', load: () => import('./deliveries/RelayPage.tsx') },
  {
    path: patterns.newRelayTarget,
    needs: 'addRelayTarget',
    load: () => import('./deliveries/NewRelayTargetPage.tsx'),
  },
  {
    path: patterns.relayTarget,
    needs: 'listRelayAttempts',
    load: () => import('./deliveries/RelayTargetPage.tsx'),
  },
  { path: patterns.delivery, needs: 'viewDelivery', load: () => import('./deliveries/DeliveryPage.tsx') },
  { path: patterns.balance, needs: 'viewBalance', load: () => import('./balance/BalancePage.tsx') },
  { path: patterns.traces, needs: 'findTraces', load: () => import('./trace/TraceSearchPage.tsx') },
  { path: patterns.agencyTrace, needs: 'traceAgency', load: () => import('./trace/TracePage.tsx') },
  { path: patterns.trace, needs: 'traceLead', load: () => import('./trace/TracePage.tsx') },
  {
    path: patterns.connection,
    needs: 'viewConnection',
    load: () => import('./connection/ConnectionPage.tsx'),
  },
  {
    path: patterns.buyerData,
    needs: 'findBuyerData',
    load: () => import('./settings/buyers/BuyerDataPage.tsx'),
  },
  { path: patterns.doctor, needs: 'viewDoctor', load: () => import('./settings/doctor/DoctorPage.tsx') },
  { path: patterns.webhooks, needs: 'listWebhooks', load: () => import('./webhooks/WebhooksPage.tsx') },
  { path: patterns.webhook, needs: 'viewWebhook', load: () => import('./webhooks/WebhookPage.tsx') },
  { path: patterns.editWebhook, needs: 'editWebhook', load: () => import('./webhooks/EditWebhookPage.tsx') },
  {
    path: patterns.webhookHistory,
    needs: 'viewWebhookHistory',
    load: () => import('./webhooks/WebhookHistoryPage.tsx'),
  },
  { path: patterns.jobs, needs: 'listJobs', load: () => import('./jobs/JobsPage.tsx') },
  { path: patterns.job, needs: 'viewJob', load: () => import('./jobs/JobPage.tsx') },
  { path: patterns.makes, needs: 'listMakes', load: async () => (await catalogPages()).makesPage },
  {
    path: patterns.bodyStyles,
    needs: 'listBodyStyles',
    load: async () => (await catalogPages()).bodyStylesPage,
  },
  { path: patterns.cities, needs: 'listCities', load: async () => (await catalogPages()).citiesPage },
  { path: patterns.colors, needs: 'listColors', load: async () => (await catalogPages()).colorsPage },
  { path: patterns.make, needs: 'viewMake', load: async () => (await entryPages()).makePage },
  { path: patterns.bodyStyle, needs: 'viewBodyStyle', load: async () => (await entryPages()).bodyStylePage },
  { path: patterns.city, needs: 'viewCity', load: async () => (await entryPages()).cityPage },
  { path: patterns.color, needs: 'viewColor', load: async () => (await entryPages()).colorPage },
  { path: patterns.bestMatch, needs: 'matchMake', load: () => import('./catalogs/BestMatchPage.tsx') },
  { path: patterns.listing, needs: 'matchValues', load: () => import('./catalogs/listing/ListingPage.tsx') },
  { path: patterns.column, needs: 'matchValues', load: () => import('./catalogs/column/ColumnPage.tsx') },
  {
    path: patterns.dictionary,
    needs: 'listAnswers',
    load: () => import('./catalogs/column/DictionaryPage.tsx'),
  },
  {
    path: patterns.importDictionary,
    needs: 'saveAnswers',
    load: () => import('./catalogs/column/DictionaryImportPage.tsx'),
  },
];

const catalogPages = () => import('./catalogs/ListPages.tsx');
const entryPages = () => import('./catalogs/EntryPages.tsx');

// This is a route of its own, since the boundary of a lazy route is not used when that route fails to load.
const withErrorBoundary = (children: RouteObject[]): RouteObject => ({
  ErrorBoundary: PageFailure,
  children,
});

export const routes: RouteObject[] = [
  {
    Component: App,
    ErrorBoundary: PageFailure,
    children: [
      withErrorBoundary(publicPages.map(toRoute)),
      {
        loader: requireSession,
        shouldRevalidate: () => false,
        element: <SignedIn pages={sessionPages} />,
        children: [
          { path: paths.home(), loader: redirectHome },
          { path: patterns.catalogs, loader: () => redirect(paths.makes()) },
          withErrorBoundary([
            {
              path: patterns.inbox,
              Component: InboxPage,
              loader: withTimeLimit(inboxLoader),
              shouldRevalidate: () => false,
            },
            ...sessionPages.map(toRoute),
            { path: '*', Component: NotFoundPage },
          ]),
        ],
      },
    ],
  },
];

async function redirectHome(): Promise<Response> {
  // Loaders run side by side: `requireSession` may not be done.
  const session = await queryClient.ensureQueryData(sessionQuery());
  const isSeller = session?.person.role === 'seller';
  return redirect(isSeller ? paths.inquiries(QUEUE_SEARCH) : paths.overview());
}

function toRoute({ path, needs, load }: PageDefinition): RouteObject {
  const lazy: LazyRouteFunction<RouteObject> = async () => {
    const { Component, loader } = await loadCode(load);
    return { Component, ...(loader && { loader: withTimeLimit(loader, needs) }) };
  };
  return {
    path,
    lazy,
    handle: (needs ? { needs } : {}) satisfies RouteHandle,
    // The page reads its search params itself, and keeps its data while new ones load.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  };
}

const LOADER_TIME_LIMIT_MS = 1000;

/** Loaders only prefetch: the page itself shows what takes longer, and what fails. */
function withTimeLimit(load: PageLoader, needs?: RouteHandle['needs']) {
  return async (args: LoaderFunctionArgs): Promise<null> => {
    const session = queryClient.getQueryData(sessionQuery().queryKey);
    if (!session || (needs && !session.may.includes(needs))) return null;
    await Promise.race([
      Promise.resolve(load(args)).catch(() => {}),
      new Promise((resolve) => {
        setTimeout(resolve, LOADER_TIME_LIMIT_MS);
      }),
    ]);
    return null;
  };
}
