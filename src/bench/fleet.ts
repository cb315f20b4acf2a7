import { randomBytes } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { desk } from '#contract/desk/desk.ts';
import { InquiryPage } from '#contract/desk/inquiries.ts';
import { WebhooksDesk } from '#contract/desk/webhooks.ts';
import { sidOf } from '#contract/sid.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { BUSY_AGENCY } from '#service/demo/agencies.ts';
import { openBalancer } from '#testing/balancer.ts';
import { createDatabase, startPostgres } from '#testing/postgres.ts';
import { createRelease } from '#testing/releases.ts';
import { readDemoPeople } from '#testing/server-process.ts';
import { callEndpoint } from './call-endpoint.ts';
import { type FleetRun, checkFleet } from './fleet-checks.ts';
import { startMailServer } from './fleet-mails.ts';
import { FleetMember, type Role } from './fleet-members.ts';
import { LivePage, type Work, actAsPerson } from './fleet-people.ts';
import { measureThroughput } from './fleet-throughput.ts';
import { simulateInquiry } from './inquiry-events.ts';
import { parseNumberOptions, randomBelow } from './number-options.ts';
import { type GatewaySession, signIn } from './sign-in.ts';

// A fleet on one PostgreSQL behind a round-robin proxy, under steady requests: a random process is killed every few
// seconds, PostgreSQL is restarted twice, and in the middle every process is upgraded. Nothing acknowledged may be lost,
// nothing done twice, and no person may notice more than one failed reply.

const SIZE: Record<Role, number> = { gateway: 3, service: 3, worker: 2 };
/** Requests may still fail for this time after PostgreSQL is back. */
const POSTGRES_RECOVERY_MS = 5000;
const PEOPLE_PER_ROLE = 6;
const LIVE_PAGES = 12;
/** The last webhooks, mails and events may take this time. */
const SETTLE_MS = 90_000;

/** `kill`: seconds between two kills; `seconds`: of each measurement of the throughput. */
const fleetOptions = parseNumberOptions({
  minutes: 20,
  rate: 50,
  arrivals: 2,
  kill: 20,
  seconds: 10,
  /** Seconds in which an event has to come to a connected page. */
  events: 2,
});
const runMs = fleetOptions.minutes * 60_000;

const fleetPostgres = await startPostgres();
if (!fleetPostgres) {
  console.log('PostgreSQL was not found: the fleet is SKIPPED');
  process.exit();
}
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => fleetPostgres.stop());
const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'vitrina-fleet-')));
const [oldRelease, newRelease] = [join(folder.path, 'old'), join(folder.path, 'new')];
await createRelease(oldRelease, 'old');
await createRelease(newRelease, 'new');
const mailServer = cleanup.use(await startMailServer());
const gateways = cleanup.use(await openBalancer());
const services = cleanup.use(await openBalancer());
const databaseUrl = await createDatabase(fleetPostgres.url, 'fleet');
const fleetEnvironment = {
  DATA_DIR: folder.path,
  DATABASE_URL: databaseUrl,
  APP_KEY: randomBytes(16).toString('hex'),
  APP_SECRET: randomBytes(16).toString('hex'),
  CONSOLE_KEY: randomBytes(32).toString('base64'),
  SERVICE_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: gateways.url,
  SERVICE_PUBLIC_URL: services.url,
  SERVICE_URL: services.url,
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'vitrina@a.example',
  TRUST_PROXY: '1',
  ALLOW_LOCAL_CALLBACKS: '1',
  DATABASE_POOL: '8',
  DRAIN_S: '2',
  RATE_LIMIT: '1000000000',
  SIMULATOR: '1',
  LOG_LEVEL: 'warn',
};

const members: FleetMember[] = [];
for (const role of ['service', 'gateway', 'worker'] as const)
  for (let number = 1; number <= SIZE[role]; number++) {
    // A worker with DEMO would also tell the demo's past.
    const member = await FleetMember.start(role, {
      number,
      environment: { ...fleetEnvironment, DEMO: role === 'worker' ? '0' : '1' },
      release: oldRelease,
    });
    cleanup.defer(() => member.stop());
    members.push(member);
    if (role === 'gateway') gateways.targets.push(member.url);
    if (role === 'service') services.targets.push(member.url);
  }

const demoPeople = await readDemoPeople(folder.path);
const [partners, people]: [GatewaySession[], GatewaySession[]] = [[], []];
for (let count = 0; count < PEOPLE_PER_ROLE; count++) {
  partners.push(await signIn(gateways.url, demoPeople.partner));
  people.push(await signIn(gateways.url, demoPeople.seller));
}
people.push(...partners);
const [partner] = partners;
if (!partner) throw new Error('Nobody is signed in');
await configureWebhook();
const inquiries = await listInquiries(partner);
console.log(`${members.map(({ name }) => name).join(', ')}; ${inquiries.length} inquiries to work on`);

const throughput = await measureThroughput(
  members.filter(({ role }) => role === 'gateway').map(({ url }) => url),
  { sessions: people, adminMail: BUSY_AGENCY, seconds: fleetOptions.seconds },
);
console.table(throughput);

const run: FleetRun = { arrivals: new Map(), incidents: [], interruptions: [], pages: [] };
const work: Work = { requests: 0, failed: [], times: [], notes: new Set(), invited: new Set() };
for (let count = 0; count < LIVE_PAGES; count++) {
  const page = new LivePage(partners[count % partners.length] ?? partner);
  cleanup.defer(() => page.close());
  run.pages.push(page);
}
await setTimeout(1000);

const endsAt = performance.now() + runMs;
await Promise.all([
  repeat(fleetOptions.rate, () => actAsPerson(work, { people, partners, inquiries })),
  repeat(fleetOptions.arrivals, receiveInquiry),
  killRandomMembers(),
  runSchedule(),
]);
await setTimeout(POSTGRES_RECOVERY_MS);
await checkFleet(
  { ...run, work, mails: mailServer.received, sessions: people },
  { databaseUrl, settleMs: SETTLE_MS, eventMs: fleetOptions.events * 1000 },
);

/** Starts `act` evenly spaced until the end, whether earlier ones are done or not. */
async function repeat(perSecond: number, act: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  for (let count = 0; performance.now() < endsAt; count++) {
    await setTimeout(Math.max(0, startedAt + (count * 1000) / perSecond - performance.now()));
    pending.push(act());
  }
  await Promise.all(pending);
}

/** An inquiry that a service acknowledged; without a reply it may be there or not. */
async function receiveInquiry(): Promise<void> {
  try {
    const { sid, at } = await simulateInquiry(services.url, BUSY_AGENCY);
    run.arrivals.set(sid, at);
  } catch {
    // The change was not acknowledged.
  }
}

async function killRandomMembers(): Promise<void> {
  for (;;) {
    await setTimeout(fleetOptions.kill * 1000);
    if (performance.now() + fleetOptions.kill * 500 > endsAt) return;
    const member = members[randomBelow(members.length)];
    reportProgress(`kill -9: ${member?.name}`);
    await member?.restart('SIGKILL');
  }
}

/** PostgreSQL is restarted at one and at three quarters, and the fleet upgraded in the middle. */
async function runSchedule(): Promise<void> {
  await setTimeout(runMs / 4);
  await restartPostgres('SIGINT');
  await setTimeout(runMs / 4);
  for (const member of members) {
    reportProgress(`upgrade: ${member.name}`);
    await member.restart('SIGTERM', newRelease);
  }
  await setTimeout(Math.max(0, endsAt - runMs / 4 - performance.now()));
  await restartPostgres('SIGQUIT');
}

async function restartPostgres(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const from = performance.now();
  reportProgress(`restart of PostgreSQL (${signal})`);
  await fleetPostgres?.restart(signal);
  run.interruptions.push({ from, to: performance.now() + POSTGRES_RECOVERY_MS });
}

function reportProgress(name: string): void {
  const at = performance.now();
  run.incidents.push({ at, name });
  console.log(`${((at - endsAt + runMs) / 1000).toFixed(0).padStart(5)} s ${name}`);
}

async function configureWebhook(): Promise<void> {
  const support = await signIn(gateways.url, demoPeople.support);
  const { topics } = WebhooksDesk.parse(await callEndpoint(support, desk.listWebhooksDesk));
  await callEndpoint(support, v3.createWebhook, {
    params: { topic: INQUIRY_TOPIC },
    body: {
      Callback: topics.find(({ topic }) => topic === INQUIRY_TOPIC)?.receiver ?? '',
      Secret: randomBytes(16).toString('hex'),
    },
  });
}

/** The inquiries that people work on, once the index has some. */
async function listInquiries(session: GatewaySession): Promise<{ adminMail: string; sid: string }[]> {
  for (;;) {
    const query = { agencia: [BUSY_AGENCY], limite: 100 };
    const { rows } = InquiryPage.parse(await callEndpoint(session, desk.findInquiries, { query }));
    const found = rows.map(({ inquiry }) => ({ adminMail: BUSY_AGENCY, sid: sidOf(inquiry) ?? '' }));
    if (found.length === 100) return found;
    await setTimeout(1000);
  }
}
