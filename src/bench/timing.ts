import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { desk } from '#contract/desk/desk.ts';
import { CONSOLE_HEADER } from '#contract/desk/page.ts';
import { addressOf } from '#contract/endpoint.ts';
import { createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readKeylessConfiguration } from '#server/configuration.ts';
import { type ServerProcess, startGateway, startService } from './server-process.ts';

// Whether the time of an answer tells who has an account: signing in with a wrong password, and asking for a recovery,
// as somebody known, as somebody disabled and as two made-up people, in turns, so that what else the machine does falls
// on all of them. How far the two made-up people are apart is what a measurement here cannot tell from chance.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '400' } } });
const ROUNDS = Number(values.rounds);
const WITHIN = 0.1;
const WARM_UP = 20;
/** How long the other half of a round may still be worked on, ms: recoveries are mailed a moment later. */
const PAUSE_MS = 20;
const WHO = ['known', 'disabled', 'nobody', 'nobody else'] as const;
const ENDPOINTS = { 'sign-in': desk.signIn, recovery: desk.askRecovery } as const;

const folder = await mkdtemp(join(tmpdir(), 'vitrina-timing-'));
const environment = { DATA_DIR: folder, DEMO: '1', TRUST_PROXY: '1' };
const service = await startService(environment);
try {
  const gateway = await startGateway(service, environment);
  await check(gateway).finally(() => gateway.stop());
} finally {
  await service.stop();
  await rm(folder, { recursive: true });
}

async function check({ origin }: ServerProcess): Promise<void> {
  await addPeople();
  const client = new Client(origin);
  for (const name of Object.keys(ENDPOINTS) as Asked[])
    report(name, await measure((who, round) => ask(client, origin, name, who, round)));
  await client.close();
}

type Asked = keyof typeof ENDPOINTS;
type Who = (typeof WHO)[number];

/** Times in ms of each, every one from an address of its own, in an order that chance gives. */
async function measure(asked: (who: Who, round: number) => Promise<number>): Promise<Record<Who, number[]>> {
  const times: Record<Who, number[]> = { known: [], disabled: [], nobody: [], 'nobody else': [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const who of WHO.toSorted(() => Math.random() - 0.5)) {
      const ms = await asked(who, round);
      if (round >= WARM_UP) times[who].push(ms);
      await pause(Math.random() * PAUSE_MS);
    }
  return times;
}

/** Sends as somebody, from an address that nobody came from. @returns ms until the whole answer is there */
async function ask(client: Client, origin: string, name: Asked, who: Who, round: number): Promise<number> {
  const place = round * WHO.length + WHO.indexOf(who);
  const mail = mailOf(who, round);
  const began = performance.now();
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: addressOf(ENDPOINTS[name]),
    headers: {
      [CONSOLE_HEADER]: '1',
      origin,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${name === 'recovery' ? 1 : 2}.${place >> 8}.${place & 255}`,
    },
    body: JSON.stringify(name === 'recovery' ? { mail } : { mail, password: 'wrong and long enough' }),
  });
  await body.dump();
  const ms = performance.now() - began;
  if (statusCode !== (name === 'recovery' ? 202 : 401)) throw new Error(`${name} was answered ${statusCode}`);
  return ms;
}

function report(name: string, times: Record<Who, number[]>): void {
  const medians = WHO.map((who) => median(times[who]));
  const [known = 0, disabled = 0, nobody = 0, other = 0] = medians;
  const apart = Math.max(...[known, disabled].map((ms) => Math.abs(ms / ((nobody + other) / 2) - 1)));
  console.log(
    `${name}, medians of ${ROUNDS}: ${WHO.map((who, at) => `${who} ${medians[at]?.toFixed(2)} ms`).join(', ')}; ` +
      `at most ${(apart * 100).toFixed(1)} % from nobody's (chance: ${(Math.abs(nobody / other - 1) * 100).toFixed(1)} %)`,
  );
  if (apart > WITHIN) process.exitCode = 1;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

/** People of their own for every round: nobody is mailed more than three links an hour. */
async function addPeople(): Promise<void> {
  const { db, ...database } = await openGatewayDatabase(
    readKeylessConfiguration(environment).gateway.database,
  );
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const people = ['known', 'disabled'].map((who) => ({
      mail: mailOf(who, round),
      name: who,
      role: 'support' as const,
      agencies: [],
      password: 'the right one, which nobody says',
    }));
    await createPeople(db, people, Date.now());
  }
  await db.updateTable('person').set({ disabled_at: Date.now() }).where('name', '=', 'disabled').execute();
  await database.close();
}

function mailOf(who: string, round: number): string {
  return `${who.replace(' ', '-')}-${round}@timing.example`;
}
