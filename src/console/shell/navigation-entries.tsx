import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { paths } from '#console/paths.ts';
import {
  AgenciesIcon,
  AuditIcon,
  CatalogIcon,
  ConnectionIcon,
  DeliveryIcon,
  HoursIcon,
  InboxIcon,
  PeopleIcon,
  TemplatesIcon,
  WebhooksIcon,
} from '#console/ui/icons.tsx';

export interface NavigationEntry {
  to: string;
  /** Without the permission to call this endpoint the entry is hidden. */
  needs: V3Name | DeskName;
  Icon: ComponentType;
  label: MessageDescriptor;
  shortcut?: string;
  /** Loads the page's code. */
  load?: () => Promise<unknown>;
}

export const MAIN_ENTRIES: readonly NavigationEntry[] = [
  {
    to: paths.inquiries(),
    needs: 'listInquiries',
    Icon: InboxIcon,
    label: msg`Consultas`,
    shortcut: 'g i',
  },
  {
    to: paths.agencies(),
    needs: 'listAgencies',
    Icon: AgenciesIcon,
    label: msg`Agencias`,
    shortcut: 'g a',
    load: () => import('#console/agencies/AgenciesPage.tsx'),
  },
  {
    to: paths.webhooks(),
    needs: 'listWebhooks',
    Icon: WebhooksIcon,
    label: msg`Avisos`,
    shortcut: 'g t',
    load: () => import('#console/webhooks/WebhooksPage.tsx'),
  },
  {
    to: paths.deliveries(),
    needs: 'listDeliveries',
    Icon: DeliveryIcon,
    label: msg`Entregas`,
    load: () => import('#console/deliveries/DeliveriesPage.tsx'),
  },
  {
    to: paths.catalogs(),
    needs: 'listMakes',
    Icon: CatalogIcon,
    label: msg`Catálogos`,
    shortcut: 'g c',
    load: () => import('#console/catalogs/MakesPage.tsx'),
  },
];

export const SETTINGS_ENTRIES: readonly NavigationEntry[] = [
  {
    to: paths.templates(),
    needs: 'listTemplates',
    Icon: TemplatesIcon,
    label: msg`Plantillas`,
    load: () => import('#console/settings/templates/TemplatesPage.tsx'),
  },
  {
    to: paths.hours(),
    needs: 'viewHours',
    Icon: HoursIcon,
    label: msg`Horarios`,
    load: () => import('#console/settings/hours/HoursPage.tsx'),
  },
  {
    to: paths.people(),
    needs: 'listPeople',
    Icon: PeopleIcon,
    label: msg`Personas`,
    load: () => import('#console/settings/people/PeoplePage.tsx'),
  },
  {
    to: paths.audit(),
    needs: 'listAudit',
    Icon: AuditIcon,
    label: msg`Auditoría`,
    load: () => import('#console/settings/audit/AuditPage.tsx'),
  },
  {
    to: paths.connection(),
    needs: 'viewConnection',
    Icon: ConnectionIcon,
    label: msg`Conexión`,
    load: () => import('#console/connection/ConnectionPage.tsx'),
  },
];
