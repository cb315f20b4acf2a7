import { endpoint } from '#contract/endpoint.ts';
import { Session, SignIn } from './sessions.ts';

/** The second table: what console and gateway say to each other beside v3. Members are camelCase. */
export const desk = {
  signIn: endpoint({
    method: 'POST',
    path: '/desk/session',
    body: SignIn,
    reply: Session,
    success: 200,
    errors: [400, 401, 403, 429],
  }),
  viewSession: endpoint({
    method: 'GET',
    path: '/desk/session',
    reply: Session,
    success: 200,
    errors: [401],
  }),
  signOut: endpoint({ method: 'DELETE', path: '/desk/session', success: 204, errors: [403] }),
} as const;

export type DeskName = keyof typeof desk;
