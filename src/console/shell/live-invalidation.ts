import type { QueryKey } from '@tanstack/react-query';
import { AGGREGATE_KEYS, REFRESHABLE_KEYS } from '#console/inquiries/inquiries-queries.ts';
import type { LiveEvent } from '#console/live/event-stream.ts';

const AGENCIES: readonly QueryKey[] = [
  ['agencies', 'list'],
  ['invitations', 'list'],
];
const WEBHOOKS: readonly QueryKey[] = [['webhooks', 'list'], ['webhooks', 'desk'], ['connection']];

/** What of the server's state that is held here an event makes old; inquiries themselves arrive behind the pill. */
export function staleBy(event: LiveEvent): readonly QueryKey[] {
  switch (event.kind) {
    case 'follow-up': {
      const agency = event.data.adminMail.toLowerCase();
      return [
        ['follow-up', 'one', agency, event.data.sid.toUpperCase()],
        ['follow-up', 'snoozed'],
        ['inquiries', 'checked', agency],
        ...AGGREGATE_KEYS,
      ];
    }
    case 'inquiry':
      return AGGREGATE_KEYS;
    case 'agency':
      return [['agencies', 'one', event.data.adminMail.toLowerCase()], ...AGENCIES];
    case 'webhook':
      return [['webhooks', 'one', event.data.topic.toLowerCase()], ...WEBHOOKS];
    case 'reset':
      return [...OF_THE_INBOX, ['agencies', 'one'], ...AGENCIES, ['webhooks', 'one'], ...WEBHOOKS];
    default:
      return [];
  }
}

/** What is read again when the page was away: by focus, wake or a stream that was lost. */
export const OF_THE_INBOX: readonly QueryKey[] = [
  ...REFRESHABLE_KEYS,
  ['follow-up', 'snoozed'],
  ['follow-up', 'one'],
];
