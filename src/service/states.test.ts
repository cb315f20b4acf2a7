import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Credentials } from '#signing/request.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { type ServiceWorld, openServiceWorld } from '#testing/service-world.ts';

// Model-based test of the two state tables of brief 3, with the decisions.

const RUNS = propertyRuns(50, 3000);
const COMMANDS = 20;
const TOPICS = ['agencia-registrada', 'consulta-recibida', 'agencia-desasociada'] as const;
const AVAILABLE: ReadonlySet<string> = new Set(TOPICS.slice(0, 2));
const AGENCIES = 2;

type Topic = (typeof TOPICS)[number];
type App = 0 | 1;
type Stage = 'none' | 'invited' | 'registered' | 'left';

interface Model {
  /** State of each configured webhook. */
  webhooks: Map<string, boolean>;
  agencies: { stage: Stage; app: App }[];
}

/** The service, with apps and mails used by this sequence only. */
interface Real {
  world: ServiceWorld;
  apps: [Credentials, Credentials];
  mails: string[];
}

let world: ServiceWorld;
let sequence = 0;

beforeAll(async () => {
  world = await openServiceWorld('sqlite', { rateLimit: 1_000_000_000 });
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = async (
  { world: service, apps }: Real,
  app: App,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => service.call(path, { as: apps[app], method, ...(body && { body: JSON.stringify(body) }) });

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #run: (model: Model, real: Real) => Promise<void>;

  constructor(name: string, run: (model: Model, real: Real) => Promise<void>) {
    this.#name = name;
    this.#run = run;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, real: Real): Promise<void> {
    return this.#run(model, real);
  }

  toString(): string {
    return this.#name;
  }
}

const app = fc.constantFrom<App>(0, 1);
const topic = fc.constantFrom(...TOPICS);
const agency = fc.nat(AGENCIES - 1);

const webhookSteps = [
  fc.record({ app, topic, active: fc.boolean() }).map((given) => configure('POST', given)),
  fc.record({ app, topic, active: fc.boolean() }).map((given) => configure('PUT', given)),
  fc.record({ app, topic }).map(
    ({ app, topic }) =>
      new Step(`DELETE ${app} ${topic}`, async (model, real) => {
        const existed = model.webhooks.delete(`${app} ${topic}`);
        const reply = await ask(real, app, 'DELETE', `/v3/appnotificaciones/${topic}`);
        equal(reply.statusCode, existed ? 204 : 404);
      }),
  ),
  fc.record({ app, topic }).map(
    ({ app, topic }) =>
      new Step(`GET ${app} ${topic}`, async (model, real) => {
        const active = model.webhooks.get(`${app} ${topic}`);
        const reply = await ask(real, app, 'GET', `/v3/appnotificaciones/${topic}`);
        equal(reply.statusCode, active === undefined ? 404 : 200);
        equal(reply.body === '' ? undefined : reply.json<{ Activo: boolean }>().Activo, active);
      }),
  ),
];

function configure(
  method: 'POST' | 'PUT',
  { app, topic, active }: { app: App; topic: Topic; active: boolean },
) {
  return new Step(`${method} ${app} ${topic} ${active}`, async (model, real) => {
    const key = `${app} ${topic}`;
    const there = model.webhooks.has(key);
    const body = { Callback: 'https://a.example/', Activo: active };
    const reply = await ask(real, app, method, `/v3/appnotificaciones/${topic}`, body);
    const refused = method === 'PUT' ? 404 : AVAILABLE.has(topic) ? 409 : 403;
    const done = method === 'PUT' ? there : AVAILABLE.has(topic) && !there;
    equal(reply.statusCode, done ? (method === 'PUT' ? 200 : 201) : refused);
    if (done) model.webhooks.set(key, active);
  });
}

const sees = (model: Model, app: App, at: number) => {
  const { stage, app: owner } = model.agencies[at] ?? { stage: 'none', app: 0 };
  return owner === app && (stage === 'invited' || stage === 'registered');
};

const agencySteps = [
  fc.record({ app, agency }).map(
    ({ app, agency: at }) =>
      new Step(`invite ${app} ${at}`, async (model, real) => {
        const known = model.agencies[at];
        const open = known?.stage === 'none' || (known?.stage === 'invited' && known.app === app);
        const reply = await ask(real, app, 'POST', '/v3/agencias', { AdminMail: real.mails[at] });
        equal(reply.statusCode, open ? 202 : 409);
        if (open) model.agencies[at] = { stage: 'invited', app };
      }),
  ),
  fc.record({ agency }).map(
    ({ agency: at }) =>
      new Step(`register ${at}`, async (model, real) => {
        const known = model.agencies[at];
        const before = await messages(real);
        const reply = await real.world.app.inject({
          method: 'POST',
          url: `/simulator/agencias/${real.mails[at]}/registro`,
        });
        equal(reply.statusCode, known?.stage === 'invited' ? 204 : 404);
        const told = known?.stage === 'invited' && model.webhooks.get(`${known.app} agencia-registrada`);
        // The app gets a webhook if it has an active one; otherwise it reads the state.
        equal((await messages(real)) - before, told ? 1 : 0);
        if (known?.stage === 'invited') known.stage = 'registered';
      }),
  ),
  fc.record({ app, agency }).map(
    ({ app, agency: at }) =>
      new Step(`read ${app} ${at}`, async (model, real) => {
        const reply = await ask(real, app, 'GET', `/v3/agencias/${real.mails[at]}`);
        const seen = sees(model, app, at);
        equal(reply.statusCode, seen ? 200 : 404);
        const stage = seen && model.agencies[at]?.stage;
        equal(
          reply.body === '' ? false : reply.json<{ Estado: string }>().Estado,
          stage && (stage === 'invited' ? 'Invitada' : 'Registrada'),
        );
      }),
  ),
  fc.record({ app, agency }).map(
    ({ app, agency: at }) =>
      new Step(`edit ${app} ${at}`, async (model, real) => {
        const reply = await ask(real, app, 'PUT', `/v3/agencias/${real.mails[at]}`, { Nombre: 'Otra' });
        equal(reply.statusCode, sees(model, app, at) ? 200 : 403);
      }),
  ),
  fc.record({ app, agency }).map(
    ({ app, agency: at }) =>
      new Step(`disassociate ${app} ${at}`, async (model, real) => {
        const seen = sees(model, app, at);
        const reply = await ask(real, app, 'PATCH', `/v3/agencias/${real.mails[at]}/desasociar`);
        equal(reply.statusCode, seen ? 204 : 403);
        const known = model.agencies[at];
        // An agency that never registered can be invited again.
        if (seen && known) known.stage = known.stage === 'registered' ? 'left' : 'none';
      }),
  ),
];

async function messages({ world: { database }, apps }: Real): Promise<number> {
  const { count } = await database.db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(
      'app_key',
      'in',
      apps.map(({ key }) => key),
    )
    .executeTakeFirstOrThrow();
  return count;
}

async function begin(): Promise<{ model: Model; real: Real }> {
  sequence += 1;
  const mails = Array.from({ length: AGENCIES }, (_, at) => `s${sequence}-${at}@a.example`);
  return {
    model: {
      webhooks: new Map(),
      agencies: mails.map(() => ({ stage: 'none', app: 0 })),
    },
    real: { world, apps: [await world.otherApp(), await world.otherApp()], mails },
  };
}

it(
  `${RUNS} sequences of at most ${COMMANDS} calls end as the tables say`,
  async () => {
    const commands = fc.commands([...webhookSteps, ...agencySteps], { maxCommands: COMMANDS, size: 'max' });
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const { model, real } = await begin();
        await fc.asyncModelRun(() => ({ model, real }), given);
      }),
      { numRuns: RUNS },
    );
  },
  RUNS * 100,
);
