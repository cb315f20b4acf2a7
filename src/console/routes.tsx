import type { ComponentType } from 'react';
import { Navigate, matchPath } from 'react-router';
import type { DeskName } from '#contract/desk/desk.ts';
import type { Session } from '#contract/desk/sessions.ts';
import type { V3Name } from '#contract/v3.ts';
import { dayAt } from '#contract/window.ts';
import { queryClient } from './api/query-client.ts';
import {
  inboxRequest,
  indexRequest,
  isNarrowed,
  isServiceList,
  readInboxAddress,
} from './inquiries/address.ts';
import { InboxPage } from './inquiries/InboxPage.tsx';
import { indexList, inquiry, inquiryPage } from './inquiries/inquiries-queries.ts';
import { queuePages } from './inquiries/InquiryList.tsx';
import { paths, patterns } from './paths.ts';
import { useSession } from './session/session.ts';
import { lazyPage } from './ui/lazy-page.tsx';

// The site map. Every page but the inbox, which is where people land, is a chunk of its own; `data` are the queries
// that its first render wants.

export interface Site {
  pattern: string;
  page: ReturnType<typeof lazyPage>;
  /** Whether it stands outside the frame, for people who are not signed in. */
  open?: true;
  /** What the page stands on: who may not call it gets a sentence in its place. */
  needs?: V3Name | DeskName;
  /** Of pages that come later, queries come by `import()`: the first screen does not carry them. */
  data?: (
    params: Record<string, string | undefined>,
    search: URLSearchParams,
    session: Session,
  ) => Promise<unknown>[];
}

const signIn = lazyPage(() => import('./session/SignInPage.tsx').then((module) => module.SignInPage));
const mailedLink = lazyPage(() => import('./session/LinkPage.tsx').then((module) => module.LinkPage));

const forbidden = lazyPage(() =>
  import('./refusals/ForbiddenPage.tsx').then((module) => module.ForbiddenPage),
);
export const notFound = lazyPage(() =>
  import('./refusals/NotFoundPage.tsx').then((module) => module.NotFoundPage),
);

const map: Site[] = [
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
      const today = () => dayAt(Date.now(), session.timeZone);
      const agencias = address.agencias.length > 0 ? address.agencias : adminMail ? [adminMail] : [];
      const [agencia] = agencias;
      const list = !agencia
        ? []
        : isServiceList(address)
          ? [queryClient.prefetchQuery(inquiryPage(agencia, inboxRequest(address, today)))]
          : [queryClient.prefetchInfiniteQuery(indexList(indexRequest(agencias, address, today)))];
      return [
        ...list,
        ...(adminMail && sid ? [queryClient.prefetchQuery(inquiry(adminMail, sid))] : []),
        ...(isNarrowed(address) ? [queuePages.tools.preload()] : []),
      ];
    },
  },
  {
    pattern: patterns.me,
    page: lazyPage(() => import('./settings/me/MePage.tsx').then((module) => module.MePage)),
    data: () => [import('./settings/me/ahead.ts').then(({ askMe }) => askMe())],
  },
  {
    pattern: patterns.templates,
    page: lazyPage(() =>
      import('./settings/templates/TemplatesPage.tsx').then((module) => module.TemplatesPage),
    ),
    needs: 'listTemplates',
    data: askTemplates,
  },
  {
    pattern: patterns.newTemplate,
    page: lazyPage(() =>
      import('./settings/templates/NewTemplatePage.tsx').then((module) => module.NewTemplatePage),
    ),
    needs: 'addTemplate',
  },
  {
    pattern: patterns.template,
    page: lazyPage(() =>
      import('./settings/templates/TemplatePage.tsx').then((module) => module.TemplatePage),
    ),
    needs: 'listTemplates',
    data: askTemplates,
  },
  {
    pattern: patterns.hours,
    page: lazyPage(() => import('./settings/hours/HoursPage.tsx').then((module) => module.HoursPage)),
    needs: 'viewHours',
    data: (_params, search, session) => [
      import('./settings/hours/ahead.ts').then(({ askHours }) => askHours(search, session)),
    ],
  },
  {
    pattern: patterns.people,
    page: lazyPage(() => import('./settings/people/PeoplePage.tsx').then((module) => module.PeoplePage)),
    needs: 'listPeople',
    data: () => [
      import('./settings/people/people-queries.ts').then(({ peopleList }) =>
        queryClient.prefetchQuery(peopleList()),
      ),
    ],
  },
  {
    pattern: patterns.invitePerson,
    page: lazyPage(() =>
      import('./settings/people/InvitePersonPage.tsx').then((module) => module.InvitePersonPage),
    ),
    needs: 'invitePerson',
  },
  {
    pattern: patterns.person,
    page: lazyPage(() => import('./settings/people/PersonPage.tsx').then((module) => module.PersonPage)),
    needs: 'viewPerson',
    data: ({ id = '' }) => [
      import('./settings/people/people-queries.ts').then(({ person }) =>
        queryClient.prefetchQuery(person(id)),
      ),
    ],
  },
  {
    pattern: patterns.audit,
    page: lazyPage(() => import('./settings/audit/AuditPage.tsx').then((module) => module.AuditPage)),
    needs: 'listAudit',
    data: (_params, search, { timeZone }) => [
      import('./settings/audit/audit-queries.ts').then(({ auditPageAt }) =>
        queryClient.prefetchQuery(auditPageAt(search, dayAt(Date.now(), timeZone))),
      ),
    ],
  },
  {
    pattern: patterns.agencies,
    page: lazyPage(() => import('./agencies/AgenciesPage.tsx').then((module) => module.AgenciesPage)),
    needs: 'listAgencies',
    data: (_params, search) => [import('./agencies/ahead.ts').then(({ askList }) => askList(search))],
  },
  {
    pattern: patterns.inviteAgency,
    page: lazyPage(() => import('./agencies/InviteAgencyPage.tsx').then((module) => module.InviteAgencyPage)),
    needs: 'inviteAgency',
  },
  {
    pattern: patterns.invitations,
    page: lazyPage(() => import('./agencies/InvitationsPage.tsx').then((module) => module.InvitationsPage)),
    needs: 'listInvitations',
    data: () => [import('./agencies/ahead.ts').then(({ askInvitations }) => askInvitations())],
  },
  {
    pattern: patterns.agency,
    page: lazyPage(() => import('./agencies/AgencyPage.tsx').then((module) => module.AgencyPage)),
    needs: 'viewAgency',
    data: ({ adminMail = '' }) => [
      import('./agencies/ahead.ts').then(({ askAgencyAndPackage }) => askAgencyAndPackage(adminMail)),
    ],
  },
  {
    pattern: patterns.editAgency,
    page: lazyPage(() => import('./agencies/EditAgencyPage.tsx').then((module) => module.EditAgencyPage)),
    needs: 'editAgency',
    data: ({ adminMail = '' }) => [
      import('./agencies/ahead.ts').then(({ askAgency }) => askAgency(adminMail)),
    ],
  },
  {
    pattern: patterns.disassociateAgency,
    page: lazyPage(() => import('./agencies/DisassociatePage.tsx').then((module) => module.DisassociatePage)),
    needs: 'disassociateAgency',
    data: ({ adminMail = '' }) => [
      import('./agencies/ahead.ts').then(({ askAgency }) => askAgency(adminMail)),
    ],
  },
  {
    pattern: patterns.deliveries,
    page: lazyPage(() => import('./deliveries/DeliveriesPage.tsx').then((module) => module.DeliveriesPage)),
    needs: 'listDeliveries',
    data: (_params, search, { timeZone }) => [
      import('./deliveries/ahead.ts').then(({ askDeliveries }) => askDeliveries(search, timeZone)),
    ],
  },
  {
    pattern: patterns.delivery,
    page: lazyPage(() => import('./deliveries/DeliveryPage.tsx').then((module) => module.DeliveryPage)),
    needs: 'viewDelivery',
    data: ({ id = '' }) => [import('./deliveries/ahead.ts').then(({ askDelivery }) => askDelivery(id))],
  },
  {
    pattern: patterns.connection,
    page: lazyPage(() => import('./connection/ConnectionPage.tsx').then((module) => module.ConnectionPage)),
    needs: 'viewConnection',
    data: () => [
      import('./connection/connection-queries.ts').then(({ connection }) =>
        queryClient.prefetchQuery(connection()),
      ),
    ],
  },
  {
    pattern: patterns.webhooks,
    page: lazyPage(() => import('./webhooks/WebhooksPage.tsx').then((module) => module.WebhooksPage)),
    needs: 'listWebhooks',
    data: () => [import('./webhooks/ahead.ts').then(({ askTopics }) => askTopics())],
  },
  {
    pattern: patterns.webhook,
    page: lazyPage(() => import('./webhooks/WebhookPage.tsx').then((module) => module.WebhookPage)),
    needs: 'viewWebhook',
    data: ({ topic = '' }) => [import('./webhooks/ahead.ts').then(({ askTopic }) => askTopic(topic))],
  },
  {
    pattern: patterns.editWebhook,
    page: lazyPage(() => import('./webhooks/EditWebhookPage.tsx').then((module) => module.EditWebhookPage)),
    needs: 'editWebhook',
    data: ({ topic = '' }) => [import('./webhooks/ahead.ts').then(({ askTopic }) => askTopic(topic))],
  },
  {
    pattern: patterns.webhookHistory,
    page: lazyPage(() => import('./webhooks/HistoryPage.tsx').then((module) => module.HistoryPage)),
    needs: 'viewWebhookHistory',
    data: ({ topic = '' }) => [import('./webhooks/ahead.ts').then(({ askHistory }) => askHistory(topic))],
  },
  {
    pattern: patterns.catalogs,
    page: here(() => <Navigate replace to={paths.makes()} />),
  },
  {
    pattern: patterns.makes,
    page: lazyPage(() => import('./catalogs/MakesPage.tsx').then((module) => module.MakesPage)),
    needs: 'listMakes',
    data: (_params, search) => [import('./catalogs/ahead.ts').then(({ askMakes }) => askMakes(search))],
  },
  {
    pattern: patterns.bodyStyles,
    page: lazyPage(() => import('./catalogs/BodyStylesPage.tsx').then((module) => module.BodyStylesPage)),
    needs: 'listBodyStyles',
    data: () => [import('./catalogs/ahead.ts').then(({ askBodyStyles }) => askBodyStyles())],
  },
  {
    pattern: patterns.cities,
    page: lazyPage(() => import('./catalogs/CitiesPage.tsx').then((module) => module.CitiesPage)),
    needs: 'listCities',
    data: (_params, search) => [import('./catalogs/ahead.ts').then(({ askCities }) => askCities(search))],
  },
  {
    pattern: patterns.colors,
    page: lazyPage(() => import('./catalogs/ColorsPage.tsx').then((module) => module.ColorsPage)),
    needs: 'listColors',
    data: () => [import('./catalogs/ahead.ts').then(({ askColors }) => askColors())],
  },
  {
    pattern: patterns.make,
    page: lazyPage(() => import('./catalogs/EntryPages.tsx').then((module) => module.MakePage)),
    needs: 'viewMake',
    data: ({ id = '' }) => [import('./catalogs/ahead.ts').then(({ askMake }) => askMake(id))],
  },
  {
    pattern: patterns.bodyStyle,
    page: lazyPage(() => import('./catalogs/EntryPages.tsx').then((module) => module.BodyStylePage)),
    needs: 'viewBodyStyle',
    data: ({ id = '' }) => [import('./catalogs/ahead.ts').then(({ askBodyStyle }) => askBodyStyle(id))],
  },
  {
    pattern: patterns.city,
    page: lazyPage(() => import('./catalogs/EntryPages.tsx').then((module) => module.CityPage)),
    needs: 'viewCity',
    data: ({ id = '' }) => [import('./catalogs/ahead.ts').then(({ askCity }) => askCity(id))],
  },
  {
    pattern: patterns.color,
    page: lazyPage(() => import('./catalogs/EntryPages.tsx').then((module) => module.ColorPage)),
    needs: 'viewColor',
    data: ({ id = '' }) => [import('./catalogs/ahead.ts').then(({ askColor }) => askColor(id))],
  },
  {
    pattern: patterns.bestMatch,
    page: lazyPage(() => import('./catalogs/BestMatchPage.tsx').then((module) => module.BestMatchPage)),
    needs: 'matchMake',
  },
];

const sites = map.map(forWhomMay);

/** The first of the site map that is at a path. */
export function siteAt(pathname: string): Site | undefined {
  return sites.find(({ pattern }) => matchPath(pattern, pathname));
}

function forWhomMay(site: Site): Site {
  const { needs, page } = site;
  if (!needs) return site;
  const Page = () => (useSession().may.includes(needs) ? <page.Page /> : <forbidden.Page />);
  return { ...site, page: { ...page, Page } };
}

function askTemplates(): Promise<unknown>[] {
  return [
    import('./settings/templates/templates-queries.ts').then(({ templateList }) =>
      queryClient.prefetchQuery(templateList()),
    ),
  ];
}

function here(Page: ComponentType): ReturnType<typeof lazyPage> {
  return { Page, preload: () => Promise.resolve() };
}

/** How long the first render waits for its data, and for its code, before it shows the frame and a skeleton, ms. */
const DATA_PATIENCE_MS = 150;
const CODE_PATIENCE_MS = 2000;

/** Loads code and data of the page at an address; what takes long or fails is the page's to show. */
export async function prepare({ pathname, search }: Location, session: Session | null): Promise<void> {
  const site = siteAt(pathname);
  if (!site || (site.needs && !session?.may.includes(site.needs))) {
    // Whoever is not signed in is asked to, at whichever address.
    if (session) await Promise.race([(site ? forbidden : notFound).preload(), after(CODE_PATIENCE_MS)]);
    return;
  }
  const params = matchPath(site.pattern, pathname)?.params ?? {};
  const data = session ? (site.data?.(params, new URLSearchParams(search), session) ?? []) : [];
  await Promise.all([
    Promise.race([site.page.preload(), after(CODE_PATIENCE_MS)]),
    Promise.race([Promise.allSettled(data), after(DATA_PATIENCE_MS)]),
  ]);
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
