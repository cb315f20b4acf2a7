import { randomUUID } from 'node:crypto';
import { type ChangeFollowUp, FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { addressOf } from '#contract/endpoint.ts';
import { defaultHours } from '#contract/hours.ts';
import { v3 } from '#contract/v3.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  SID,
  type World,
  cookieOf,
  json,
  openWorld,
  signIn,
} from '#testing/gateway-world.ts';
import { stampAt } from './clocks.ts';

type Method = 'GET' | 'POST' | 'PUT';
export type Change = ChangeFollowUp['change'];

const PASSWORD = 'una clave bien larga';
const MOMENTO = '2026-03-05T10:00:00-03:00';
export const OTHER_SID = '01JCYYYYYYYYYYYYYYYYYYYYYY';
export const ONE = `/desk/follow-up/${OWN}/${SID}`;
export const INQUIRY = addressOf(v3.viewInquiry, { adminMail: OWN, sid: SID });
export const NOTE = { kind: 'note', text: 'Llama el lunes', contact: false } satisfies Change;
export const INVALID = '/problems/invalid-request';
export const CLAIM: Change = { kind: 'claim', claimed: true };

export function inquiryReply(OperadorResponsable: unknown = null, Momento: unknown = MOMENTO) {
  const _links = { self: { href: INQUIRY } };
  return json({ Momento, OperadorResponsable, Auto: {}, Interesado: { Nombre: 'Ana' }, _links });
}

/** The demo's people and three sellers: Zoe, of the agency; Bruno, of another; Ida, disabled. */
export async function openFollowUpWorld(engine: Engine) {
  const world = await openWorld({ engine, answer: inquiryReply() });
  const seller = { role: 'seller' as const, agencies: [OWN], password: PASSWORD };
  await inDatabase(world, async ({ db }) => {
    await createPeople(
      db,
      [
        { ...seller, name: 'Zoe', mail: 'zoe@ruta9.example' },
        { ...seller, name: 'Bruno', mail: 'bruno@otra.example', agencies: [FOREIGN] },
        { ...seller, name: 'Ida', mail: 'ida@ruta9.example' },
      ],
      stampAt(1),
    );
    await db.updateTable('person').set({ disabled_at: 2 }).where('name', '=', 'Ida').execute();
  });
  const people = await inDatabase(world, ({ db }) =>
    db.selectFrom('person').select(['id', 'name']).execute(),
  );
  const idOf = (name: string) => people.find((person) => person.name === name)?.id ?? '';
  const as = (cookie: string) => {
    const ask = (method: Method, url: string, payload?: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, ...(payload && { payload }) });
    const view = async () => FollowUpDetail.parse((await ask('GET', ONE)).json());
    return {
      ask,
      view,
      change: async (
        change: Change,
        { version, id = randomUUID() }: { version?: number; id?: string } = {},
      ) =>
        ask('POST', `${ONE}/changes`, {
          id,
          version: version ?? (await view()).followUp.version,
          change,
        }),
    };
  };
  const signedIn = async (role: Role) => as(await world.signIn(role));
  const zoe = async () =>
    as(cookieOf(await signIn(world.call, { mail: 'zoe@ruta9.example', password: PASSWORD })));
  return { world, idOf, signedIn, zoe, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

export async function inDatabase<Result>(
  world: World,
  use: (database: Awaited<ReturnType<typeof openDatabase<GatewayTables>>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** Puts an inquiry of the agency into the index, or changes its operator. */
export function indexInquiry(
  world: World,
  sid: string,
  { operator = null, momento = MOMENTO }: { operator?: string | null; momento?: string } = {},
): Promise<unknown> {
  const entry = {
    Momento: momento,
    OperadorResponsable: operator,
    Auto: {},
    Interesado: { Nombre: 'Ana' },
    _links: { self: { href: addressOf(v3.viewInquiry, { adminMail: OWN, sid }) } },
  };
  return inDatabase(world, ({ db }) =>
    upsertInquiries(db, [entry], {
      agency: OWN,
      discoverySource: 'webhook',
      hours: defaultHours('America/Argentina/Buenos_Aires'),
      now: world.clock.now,
    }),
  );
}

export function limitToOwn(world: World, name: string): Promise<unknown> {
  return inDatabase(world, ({ db }) =>
    db
      .updateTable('person_agency')
      .set({ own_inquiries_only: 1 })
      .where('person_id', '=', (eb) => eb.selectFrom('person').select('id').where('name', '=', name))
      .execute(),
  );
}
