import type { SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { type AppWebhookUpsert, CUSTOM_HEADERS } from '#contract/webhooks.ts';
import type { Webhook } from './webhooks-queries.ts';

/** Every member as it was read, so that a PUT keeps it. `Secret` is left out: the gateway puts the kept one in. */
export function keptBody(read: Webhook): AppWebhookUpsert {
  return {
    Callback: read.Callback,
    Description: read.Description ?? null,
    Activo: read.Activo ?? true,
    HeaderCustom01: headerOf(read.HeaderCustom01),
    HeaderCustom02: headerOf(read.HeaderCustom02),
    HeaderCustom03: headerOf(read.HeaderCustom03),
  };
}

function headerOf(header: Webhook['HeaderCustom01']) {
  return header?.Name && typeof header.Value === 'string' ? { Name: header.Name, Value: header.Value } : null;
}

/** The members in which two settings can be seen to differ. */
export const COMPARED = ['Callback', 'Activo', 'Description', ...CUSTOM_HEADERS] as const;
export type Compared = (typeof COMPARED)[number];

export interface Difference {
  member: Compared;
  written: string | boolean | null;
  read: string | boolean | null;
}

/** Where the service reads back something else than was written; what was left out takes its default. */
export function differences(written: AppWebhookUpsert, read: Webhook): Difference[] {
  return COMPARED.map((member) => ({
    member,
    written: told(member === 'Activo' ? (written.Activo ?? true) : written[member]),
    read: told(read[member]),
  })).filter((pair) => pair.written !== pair.read);
}

/** A member as one value that compares and can be shown. */
export function told(
  value: string | boolean | { Name?: string | null; Value?: string | null } | null | undefined,
): string | boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? `${value.Name ?? ''}: ${value.Value ?? ''}` : value;
}

/** Whether settings of the history are those that were read. */
export function isSame(kept: SavedWebhookSettings, read: Webhook): boolean {
  const [first = null, second = null, third = null] = kept.headers;
  const members: Record<(typeof COMPARED)[number], Parameters<typeof told>[0]> = {
    Callback: kept.callback,
    Activo: kept.active,
    Description: kept.description,
    HeaderCustom01: first,
    HeaderCustom02: second,
    HeaderCustom03: third,
  };
  return COMPARED.every((member) => told(members[member]) === told(read[member]));
}

const SECRET_BYTES = 32;

/** A secret that nobody can guess, in the form that libraries of Standard Webhooks take. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`;
}
