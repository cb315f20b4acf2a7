import type { SavedWebhookSettings } from '#contract/desk/webhooks.ts';
import { CUSTOM_HEADERS } from '#contract/webhooks.ts';
import { COMPARED, type Compared, told } from './settings.ts';

/** A member of settings that were kept, as a value that compares and can be shown. */
export function memberOf(settings: SavedWebhookSettings, member: Compared): string | boolean | null {
  if (member === 'Callback') return settings.callback;
  if (member === 'Activo') return settings.active;
  if (member === 'Description') return settings.description;
  return told(settings.headers[CUSTOM_HEADERS.indexOf(member)]);
}

/** The members that a change made different; all that are set, where nothing was there before. */
export function membersOf(
  settings: SavedWebhookSettings,
  before: SavedWebhookSettings | null,
): (Compared | 'Secret')[] {
  const members = COMPARED.filter((member) =>
    before ? memberOf(settings, member) !== memberOf(before, member) : memberOf(settings, member) !== null,
  );
  return before && before.secret === settings.secret ? members : [...members, 'Secret'];
}
