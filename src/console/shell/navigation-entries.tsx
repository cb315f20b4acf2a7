import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Role } from '#contract/desk/sessions.ts';
import { QUEUE_SEARCH } from '#contract/inbox-filter-names.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import {
  AgenciesIcon,
  ApiIcon,
  AuditIcon,
  BuyerDataIcon,
  CatalogIcon,
  ConnectionIcon,
  DeliveryIcon,
  DoctorIcon,
  HoursIcon,
  ImportIcon,
  InboxIcon,
  JobsIcon,
  OverviewIcon,
  PeopleIcon,
  TemplatesIcon,
  TraceIcon,
  WebhooksIcon,
} from '#console/ui/icons.tsx';
import type { PageDefinition } from './page-definition.ts';

interface NavigationEntry {
  to: string;
  search?: string;
  page?: string;
  Icon: ComponentType;
  label: MessageDescriptor;
  shortcut?: string;
}

export const getEntryHref = ({ to, search }: Pick<NavigationEntry, 'to' | 'search'>): string =>
  search ? `${to}?${search}` : to;

const OVERVIEW = { to: paths.overview(), Icon: OverviewIcon, shortcut: 'g r' };
const INBOX_ENTRY = { to: paths.inquiries(), Icon: InboxIcon, label: msg`Consultas`, shortcut: 'g i' };

const FIRST_ENTRIES: Record<Role, readonly NavigationEntry[]> = {
  seller: [
    { ...INBOX_ENTRY, search: QUEUE_SEARCH },
    { ...OVERVIEW, label: msg`Mi día` },
  ],
  partner: [{ ...OVERVIEW, label: msg`Resumen` }, INBOX_ENTRY],
  support: [{ ...OVERVIEW, label: msg`Resumen` }, INBOX_ENTRY],
};

const MAIN_ENTRIES: readonly NavigationEntry[] = [
  { to: paths.agencies(), Icon: AgenciesIcon, label: msg`Agencias`, shortcut: 'g a' },
  { to: paths.webhooks(), Icon: WebhooksIcon, label: msg`Avisos`, shortcut: 'g t' },
  { to: paths.deliveries(), Icon: DeliveryIcon, label: msg`Entregas` },
  { to: paths.traces(), Icon: TraceIcon, label: msg`Rastrear` },
  {
    to: paths.catalogs(),
    page: paths.makes(),
    Icon: CatalogIcon,
    label: msg`Catálogos`,
    shortcut: 'g c',
  },
  { to: paths.jobs(), Icon: JobsIcon, label: msg`Procesos`, shortcut: 'g j' },
];

const mainEntries = (role: Role): readonly NavigationEntry[] => [...FIRST_ENTRIES[role], ...MAIN_ENTRIES];

const SETTINGS_ENTRIES: readonly NavigationEntry[] = [
  { to: paths.templates(), Icon: TemplatesIcon, label: msg`Plantillas` },
  { to: paths.hours(), Icon: HoursIcon, label: msg`Horarios` },
  { to: paths.people(), Icon: PeopleIcon, label: msg`Personas` },
  { to: paths.apiTokens(), Icon: ApiIcon, label: msg`Acceso por API` },
  { to: paths.importFollowUp(), Icon: ImportIcon, label: msg`Importar` },
  { to: paths.audit(), Icon: AuditIcon, label: msg`Auditoría` },
  { to: paths.buyerData(), Icon: BuyerDataIcon, label: msg`Privacidad` },
  { to: paths.connection(), Icon: ConnectionIcon, label: msg`Conexión` },
  { to: paths.doctor(), Icon: DoctorIcon, label: msg`Diagnóstico` },
];

/** The inbox is part of the entry chunk and not among the pages. */
export function findPage(
  pages: readonly PageDefinition[],
  { to, page = to }: NavigationEntry,
): PageDefinition | undefined {
  return pages.find(({ path }) => path === page);
}

export function useNavigationGroups(pages: readonly PageDefinition[]) {
  const { t } = useLingui();
  const { may, person } = useSession();
  const isAllowed = (entry: NavigationEntry) =>
    may.includes(findPage(pages, entry)?.needs ?? 'listInquiries');
  return [
    { title: undefined, entries: mainEntries(person.role).filter(isAllowed) },
    { title: t`Ajustes`, entries: SETTINGS_ENTRIES.filter(isAllowed) },
  ].filter(({ entries }) => entries.length > 0);
}
