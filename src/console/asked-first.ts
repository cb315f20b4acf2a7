import type { patterns } from './paths.ts';
import type { desk } from '#contract/desk/desk.ts';
import type { v3 } from '#contract/v3.ts';

/** What a page's first rows wait for, where its path alone says what is asked: no search, or just the names `with`. */
interface AskedFirst {
  of: readonly (keyof typeof v3 | keyof typeof desk)[];
  with?: readonly string[];
}

/**
 * Pages whose calls the head script starts while the console's code is on its way (`boot.ts`); the names of a path's
 * parameters are those of the endpoint's. The inbox is not here: it draws its rows itself.
 */
export const ASKED_FIRST: Partial<Record<keyof typeof patterns, AskedFirst>> = {
  agencies: { of: ['listAgencies'] },
  invitations: { of: ['listInvitations'] },
  agency: { of: ['viewAgency', 'viewPackage'] },
  webhooks: { of: ['listWebhooks', 'listWebhooksDesk'] },
  webhook: { of: ['viewWebhook', 'listWebhooksDesk'] },
  webhookHistory: { of: ['viewWebhookHistory'] },
  deliveries: { of: ['listDeliveries'] },
  delivery: { of: ['viewDelivery'] },
  connection: { of: ['viewConnection'] },
  makes: { of: ['listMakes'] },
  make: { of: ['viewMake'] },
  bodyStyles: { of: ['listBodyStyles'] },
  bodyStyle: { of: ['viewBodyStyle'] },
  cities: { of: ['listCities'], with: ['region'] },
  city: { of: ['viewCity'] },
  colors: { of: ['listColors'] },
  color: { of: ['viewColor'] },
  templates: { of: ['listTemplates'] },
  people: { of: ['listPeople'] },
  person: { of: ['viewPerson'] },
  audit: { of: ['listAudit'] },
};

/** The same as the build writes it for the head script, which knows no contract: patterns and paths of endpoints. */
export interface PageAsked {
  pattern: string;
  asks: { name: string; path: string }[];
  with: readonly string[];
}
