import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type UseQueryResult, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { matchPath, useLocation } from 'react-router';
import type { Session } from '#contract/desk/sessions.ts';
import { BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { BUILT_IN_VIEWS } from '#contract/views.ts';
import { agencyListQuery } from '#console/agency-select/agency-queries.ts';
import { useAgencies } from '#console/agency-select/use-agencies.ts';
import { bodyStyleListQuery, colorListQuery, makeListQuery } from '#console/catalogs/catalogs.ts';
import type { Entry } from '#console/catalogs/entries.ts';
import { type HelpTopic, isTopicOf } from '#console/help-topics.ts';
import { HELP_ANSWERS } from '#console/help/answers.ts';
import { QUESTIONS } from '#console/help/questions.ts';
import { useViewText } from '#console/inquiries/filter-text.ts';
import { paths, patterns } from '#console/paths.ts';
import { toItemId } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';
import { peopleListQuery } from '#console/settings/people/person-queries.ts';
import { viewListQuery } from '#console/views/view-queries.ts';
import { builtInViewSearch, savedViewSearch } from '#console/views/view-search.ts';
import { useTopicName } from '#console/deliveries/topic-names.ts';
import { topicListQuery } from '#console/webhooks/webhook-queries.ts';
import { useActs } from './acts.ts';
import type { Kind, PaletteItem } from './palette-items.ts';
import { useDebounced } from './use-debounced.ts';

const PEOPLE_DELAY_MS = 80;
const MAX_PEOPLE_TEXT = 100;

export interface NavigationPage {
  to: string;
  /** The path, with the search that it opens with. */
  href: string;
  label: string;
  shortcut?: string | undefined;
}

export interface SourceFailure {
  kind: Kind;
  error: Error;
  retry: () => void;
}

export function useLoadedItems(
  pages: readonly NavigationPage[],
  { query, needsCatalogs }: { query: string; needsCatalogs: boolean },
): { items: PaletteItem[]; failures: SourceFailure[] } {
  const acts = useActs();
  const pageItems = [...usePageItems(pages), ...useHelpItems()];
  const sources = [useViewItems(), useAgencyItems(), usePeopleItems(query), useTopicItems()];
  const catalogs = useCatalogItems(needsCatalogs);
  const loaded = [...sources, ...catalogs];
  return {
    items: [...acts, ...pageItems, ...loaded.flatMap(({ items }) => items)],
    failures: loaded.flatMap(({ failure }) => failure ?? []),
  };
}

interface Source {
  items: PaletteItem[];
  failure: SourceFailure | undefined;
}

function toFailure(
  kind: Kind,
  { data, error, refetch }: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>,
): SourceFailure | undefined {
  return error && data === undefined ? { kind, error, retry: () => void refetch() } : undefined;
}

interface Subpage {
  to: string;
  label: MessageDescriptor;
  needs?: Session['may'][number];
}

const SUBPAGES: readonly Subpage[] = [
  { to: paths.help(), label: msg`Ayuda` },
  { to: paths.me(), label: msg`Mi cuenta` },
  { to: paths.handover(), label: msg`Traspaso de turno`, needs: 'viewHandover' },
  { to: paths.inviteAgency(), label: msg`Invitar a una agencia`, needs: 'inviteAgency' },
  { to: paths.inviteMany(), label: msg`Invitar a muchas agencias`, needs: 'inviteAgencies' },
  { to: paths.invitations(), label: msg`Invitaciones`, needs: 'listInvitations' },
  { to: paths.invitePerson(), label: msg`Invitar a una persona`, needs: 'invitePerson' },
  { to: paths.newTemplate(), label: msg`Nueva plantilla`, needs: 'addTemplate' },
  { to: paths.balance(), label: msg`Balance`, needs: 'viewBalance' },
  { to: paths.makes(), label: msg`Marcas`, needs: 'listMakes' },
  { to: paths.bodyStyles(), label: msg`Carrocerías`, needs: 'listBodyStyles' },
  { to: paths.cities(), label: msg`Ciudades`, needs: 'listCities' },
  { to: paths.colors(), label: msg`Colores`, needs: 'listColors' },
  { to: paths.bestMatch(), label: msg`Mejor coincidencia`, needs: 'matchMake' },
];

function usePageItems(pages: readonly NavigationPage[]): PaletteItem[] {
  const { i18n } = useLingui();
  const { may } = useSession();
  const listed = new Set(pages.map(({ to }) => to));
  return [
    ...pages.map(({ to, href, label, shortcut }): PaletteItem => ({
      id: toItemId(to),
      kind: 'page',
      label,
      keywords: to,
      to: href,
      keys: shortcut === undefined ? undefined : [shortcut],
      isSuggested: true,
    })),
    ...SUBPAGES.filter(({ to, needs }) => !listed.has(to) && (!needs || may.includes(needs))).map(
      ({ to, label }): PaletteItem => ({
        id: toItemId(to),
        kind: 'page',
        label: i18n._(label),
        keywords: to,
        to,
      }),
    ),
  ];
}

function useHelpItems(): PaletteItem[] {
  const { i18n } = useLingui();
  const { role } = useSession().person;
  return (Object.keys(HELP_ANSWERS) as HelpTopic[])
    .filter((topic) => isTopicOf(topic, role))
    .map((topic) => {
      const to = paths.help(topic);
      const { paragraphs } = HELP_ANSWERS[topic];
      return {
        id: toItemId(to),
        kind: 'help',
        label: i18n._(QUESTIONS[topic]),
        keywords: paragraphs.map((paragraph) => i18n._(paragraph)).join(' '),
        to,
      };
    });
}

function useViewItems(): Source {
  const { may } = useSession();
  const text = useViewText();
  const { pathname, search } = useLocation();
  const isInbox = matchPath(patterns.inbox, pathname) !== null;
  const agencias = isInbox ? new URLSearchParams(search).getAll('agencia') : [];
  const saved = useQuery({ ...viewListQuery(), enabled: may.includes('listViews') });
  const toItem = (view: string, label: string, viewSearch: string, detail?: string): PaletteItem => ({
    id: toItemId(paths.inquiries(`vista=${encodeURIComponent(view)}`)),
    kind: 'view',
    label,
    detail,
    to: paths.inquiries(viewSearch),
    isSuggested: true,
  });
  const builtIn = BUILT_IN_VIEW_NAMES.filter(
    (view) => !BUILT_IN_VIEWS[view].needsFollowUp || may.includes('listFollowUps'),
  );
  return {
    items: [
      ...builtIn.map((view) =>
        toItem(view, text.name[view], builtInViewSearch(view, agencias), text.description[view]),
      ),
      ...(saved.data?.views ?? []).map((view) => toItem(view.id, view.name, savedViewSearch(view, agencias))),
    ],
    failure: toFailure('view', saved),
  };
}

/** Agencies open their inquiries for people who may not list agencies. */
function useAgencyItems(): Source {
  const { may, agencies: bound } = useSession();
  const agencies = useAgencies(true);
  const list = useQuery({ ...agencyListQuery(), enabled: !bound });
  const items = agencies.map(({ mail, name }): PaletteItem => ({
    id: toItemId(paths.agency(mail)),
    kind: 'agency',
    label: name,
    detail: name === mail ? undefined : mail,
    to: may.includes('listAgencies')
      ? paths.agency(mail)
      : paths.inquiries(`agencia=${encodeURIComponent(mail)}`),
  }));
  return { items, failure: items.length === 0 ? toFailure('agency', list) : undefined };
}

function usePeopleItems(query: string): Source {
  const { may } = useSession();
  const text = useDebounced(query.trim().slice(0, MAX_PEOPLE_TEXT), PEOPLE_DELAY_MS);
  const list = useInfiniteQuery({
    ...peopleListQuery(text ? { q: text } : {}),
    enabled: may.includes('listPeople'),
    placeholderData: keepPreviousData,
  });
  const items = (list.data?.pages[0]?.people ?? []).map(({ id, name, mail }): PaletteItem => {
    const to = paths.person(id);
    return { id: toItemId(to), kind: 'person', label: name, detail: mail, to };
  });
  return { items, failure: toFailure('person', list) };
}

function useTopicItems(): Source {
  const { may } = useSession();
  const getName = useTopicName();
  const list = useQuery({ ...topicListQuery(), enabled: may.includes('listWebhooks') });
  const items = (list.data?._entries ?? []).map(({ Topic, Description }): PaletteItem => {
    const to = paths.webhook(Topic);
    return { id: toItemId(to), kind: 'topic', label: getName(Topic), detail: Description ?? undefined, to };
  });
  return { items, failure: toFailure('topic', list) };
}

function useCatalogItems(enabled: boolean): Source[] {
  const { t } = useLingui();
  const makes = useQuery({ ...makeListQuery(), enabled });
  const bodyStyles = useQuery({ ...bodyStyleListQuery(), enabled });
  const colors = useQuery({ ...colorListQuery(), enabled });
  return [
    toCatalogSource(makes, paths.make, t`Marca`),
    toCatalogSource(bodyStyles, paths.bodyStyle, t`Carrocería`),
    toCatalogSource(colors, paths.color, t`Color`),
  ];
}

function toCatalogSource(
  query: UseQueryResult<Entry[]>,
  linkTo: (id: string) => string,
  detail: string,
): Source {
  const items = (query.data ?? []).map(({ id, name, codes }): PaletteItem => {
    const to = linkTo(id);
    return { id: toItemId(to), kind: 'catalog', label: name, detail, keywords: codes.join(' '), to };
  });
  return { items, failure: toFailure('catalog', query) };
}
