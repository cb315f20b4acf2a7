import { endpoint } from '#contract/endpoint.ts';
import { Session } from './sessions.ts';

/** The rows of the second table that the first screen calls: it does not carry the whole of desk.ts. */
export const sessionRows = {
  viewSession: endpoint({
    method: 'GET',
    path: '/desk/session',
    reply: Session,
    success: 200,
    errors: [401],
  }),
  signOut: endpoint({ method: 'DELETE', path: '/desk/session', success: 204, errors: [403] }),
} as const;
