import type { Response as InjectResponse } from 'light-my-request';
import {
  API_SCOPES,
  type CreateInstallationToken,
  type CreatePersonalToken,
  CreatedApiToken,
} from '#contract/desk/api-tokens.ts';
import { desk } from '#contract/desk/desk.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { CONSOLE, type World } from './gateway-world.ts';

type Call = Parameters<World['call']>[1];

/** Asks for a personal token of a demo person. */
export const requestPersonalToken = async (
  world: World,
  role: Role,
  changed: Partial<CreatePersonalToken> = {},
): Promise<InjectResponse> =>
  world.call(desk.createPersonalToken.path, {
    method: 'POST',
    headers: { ...CONSOLE, cookie: await world.signIn(role) },
    payload: { name: 'CRM', scopes: API_SCOPES, days: 30, password: world.password(role), ...changed },
  });

/** Asks for a token of the installation; `as`: who does. */
export const requestInstallationToken = async (
  world: World,
  changed: Partial<CreateInstallationToken> = {},
  as: Role = 'partner',
): Promise<InjectResponse> =>
  world.call(desk.createInstallationToken.path, {
    method: 'POST',
    headers: { ...CONSOLE, cookie: await world.signIn(as) },
    payload: {
      name: 'Tablero',
      scopes: API_SCOPES,
      days: 90,
      role: 'partner',
      agencies: null,
      password: world.password(as),
      ...changed,
    },
  });

export const parseCreated = (answer: InjectResponse): CreatedApiToken => CreatedApiToken.parse(answer.json());

export const personalToken = async (...request: Parameters<typeof requestPersonalToken>) =>
  parseCreated(await requestPersonalToken(...request));

export const installationToken = async (...request: Parameters<typeof requestInstallationToken>) =>
  parseCreated(await requestInstallationToken(...request));

/** Calls as a program does: by a token, without cookie and without the console's header. */
export const callWith = (world: World, secret: string, url: string, options: Call = {}) =>
  world.call(url, { ...options, headers: { ...options.headers, authorization: `Bearer ${secret}` } });

/** Status and problem code of an answer. */
export function outcomeOf(answer: InjectResponse): [status: number, code: string] {
  const isProblem = String(answer.headers['content-type']).includes('problem');
  const type: string = isProblem ? answer.json<{ Type: string }>().Type : '';
  return [answer.statusCode, type.replace('/problems/', '')];
}
