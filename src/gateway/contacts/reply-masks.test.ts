import { randomUUID } from 'node:crypto';
import type { InjectOptions, Response } from 'light-my-request';
import { expect, it } from 'vitest';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { getRequiredAccess, listRights } from '#gateway/permissions/permissions.ts';
import { insertJob } from '#gateway/jobs/store.ts';
import { CONSOLE, OWN } from '#testing/gateway-world.ts';
import { openTraceWorld } from '#testing/trace-world.ts';
import { REPLIES_WITH_CONTACTS } from './reply-masks.ts';

// A buyer's contacts are stored wherever the gateway keeps data, and support calls every endpoint to look for them.

const BUYER = {
  Nombre: 'Zulema 351-777-8899',
  Apellido: 'Quirogamonte',
  Email: 'zulequi@casilla.example',
  Telefono: '+54 9 351 666-4321',
  DocIdentidad: '31.987.654',
  Provincia: 'Córdoba 341 888-1212',
  Comentario: 'Llamame al 11 2233-4455 o a otracasilla@correo.example',
};
const NOTE = 'Volver a llamar al 11 9090-7171';
const VIEW_TEXT = '3516664321';

/** Parts of the contacts, in any notation of the gateway. */
const CONTACTS = [
  '777-8899',
  'quirogamonte',
  'zulequi',
  '666-4321',
  '6664321',
  '31.987',
  '31987',
  '888-1212',
  '2233-4455',
  'otracasilla',
  '9090-7171',
];

const findContacts = ({ body }: Pick<Response, 'body'>) =>
  CONTACTS.filter((contact) => body.toLowerCase().includes(contact));

type World = Awaited<ReturnType<typeof plant>>;
interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  /** The reply has contacts for a partner. */
  has?: true;
  /** Status where it is not the endpoint's success. */
  status?: number;
  headers?: Record<string, string>;
}

/** A call of each endpoint that support may call and that has a reply. */
const CALLS: Partial<Record<DeskName | V3Name, (world: World) => Call>> = {
  viewSession: () => ({}),
  listSessions: () => ({}),
  viewMe: () => ({}),
  renewRecoveryCodes: () => ({ body: { password: 'x', code: '123456' }, status: 400 }),
  listApiTokens: () => ({}),
  createPersonalToken: () => ({ body: {}, status: 400 }),
  listAudit: () => ({ has: true }),
  exportAudit: () => ({}),
  listAgencyHealth: () => ({}),
  viewAgencyCrm: ({ agency }) => ({ params: agency }),
  listInvitations: () => ({}),
  viewInvitation: () => ({ params: { id: 'x' }, status: 404 }),
  checkInvitation: () => ({ params: { id: 'x' }, status: 404 }),
  listFollowUps: ({ agency }) => ({ params: agency }),
  viewFollowUp: ({ lead }) => ({ params: lead, has: true }),
  listColleagues: ({ agency }) => ({ params: agency }),
  listTemplates: () => ({}),
  viewHours: ({ agency }) => ({ params: agency }),
  findInquiries: () => ({ query: { buscar: VIEW_TEXT }, has: true }),
  checkInquiries: ({ lead: { sid } }) => ({ query: { sid } }),
  countInquiries: ({ viewId }) => ({ query: { guardadas: viewId } }),
  listFacets: () => ({ has: true }),
  viewIndexState: () => ({}),
  viewIndexedInquiry: ({ lead }) => ({ params: lead, has: true }),
  viewHandover: () => ({ has: true }),
  listOfBuyer: ({ lead }) => ({ params: lead, has: true }),
  viewOverviewNow: () => ({}),
  viewOverview: () => ({ query: { desde: '2026-03-01', hasta: '2026-03-10' }, has: true }),
  streamEvents: () => ({}),
  noteLooking: ({ lead }) => ({ params: lead }),
  listViews: () => ({ has: true }),
  addView: () => ({ body: { id: randomUUID(), name: 'Mía', search: '', shared: false } }),
  editView: ({ viewId }) => ({
    params: { id: viewId },
    body: { name: 'x', search: '', shared: false, version: 1 },
    status: 404,
  }),
  pinView: ({ viewId }) => ({ params: { id: viewId }, body: { pinned: true }, status: 404 }),
  exportInquiries: () => ({ body: { id: randomUUID(), masked: '1' } }),
  listJobs: () => ({}),
  viewJob: ({ jobId }) => ({ params: { id: jobId } }),
  listJobRows: ({ jobId }) => ({ params: { id: jobId }, has: true }),
  setJobState: ({ jobId }) => ({ params: { id: jobId }, body: { state: 'paused' } }),
  retryJob: ({ jobId }) => ({ params: { id: jobId }, status: 409 }),
  downloadExport: ({ exportId }) => ({ params: { id: exportId } }),
  downloadExportManifest: ({ exportId }) => ({ params: { id: exportId } }),
  viewDigest: () => ({}),
  viewWebhookAlarm: () => ({}),
  listWebhooksDesk: () => ({}),
  viewWebhookHistory: () => ({ params: { topic: INQUIRY_TOPIC } }),
  restoreWebhook: () => ({ params: { topic: INQUIRY_TOPIC }, body: { change: 'x' }, status: 404 }),
  findTraces: () => ({ query: { q: VIEW_TEXT }, has: true }),
  traceAgency: ({ agency }) => ({ params: agency }),
  traceLead: ({ lead }) => ({ params: lead, has: true }),
  viewCanary: () => ({}),
  listDeliveries: () => ({ query: { buyer: VIEW_TEXT }, has: true }),
  viewDelivery: ({ deliveryId }) => ({ params: { id: deliveryId }, has: true }),
  listIncidents: () => ({}),
  countMissed: () => ({ query: { since: '0', until: '1' } }),
  resendMissed: () => ({ body: { id: randomUUID(), since: 0, until: 1, again: false }, status: 409 }),
  listAttempts: () => ({ has: true }),
  listRelayTargets: () => ({}),
  switchRelayTarget: ({ targetId }) => ({ params: { id: targetId }, body: { active: false } }),
  testRelayTarget: ({ targetId }) => ({ params: { id: targetId } }),
  resendRelayed: ({ targetId }) => ({ params: { id: targetId }, body: {}, status: 400 }),
  listRelayAttempts: ({ targetId }) => ({ params: { id: targetId }, has: true }),
  testSignature: ({ signed }) => ({ body: signed, has: true }),
  viewBalance: () => ({ query: { from: '2026-03-01', to: '2026-03-05' } }),
  findDifferingDays: ({ agency }) => ({ params: agency, body: { from: '2026-03-01', to: '2026-03-05' } }),
  matchValues: () => ({ params: { catalog: 'make' }, body: { values: [{ value: 'Ford' }] } }),
  listAnswers: () => ({ params: { catalog: 'make' } }),
  listMatchRuns: () => ({}),
  viewMatchRun: ({ runId }) => ({ params: { id: runId }, has: true }),
  saveRunAnswers: ({ runId }) => ({
    params: { id: runId },
    body: { answers: [{ row: 0, catalog: 'make', answer: null }] },
  }),
  viewConnection: () => ({}),
  listFindings: () => ({}),
  decideFinding: () => ({
    body: { kind: 'clock', adminMail: null, missing: 1, decision: 'wait' },
    status: 409,
  }),
  viewDoctor: () => ({}),

  listInquiries: ({ agency }) => ({ params: agency, has: true }),
  viewInquiry: ({ lead }) => ({ params: lead, has: true }),
  resendInquiry: ({ lead }) => ({ params: lead, has: true }),
  listAgencies: () => ({}),
  viewAgency: ({ agency }) => ({ params: agency }),
  viewPackage: ({ agency }) => ({ params: agency }),
  listWebhooks: () => ({}),
  viewWebhook: () => ({ params: { topic: INQUIRY_TOPIC } }),
  createWebhook: () => ({ params: { topic: INQUIRY_TOPIC }, body: {}, status: 400 }),
  editWebhook: () => ({ params: { topic: INQUIRY_TOPIC }, body: {}, status: 400 }),
  entryPoints: () => ({}),
  listBodyStyles: () => ({}),
  matchBodyStyle: () => ({ status: 400 }),
  viewBodyStyle: () => ({ params: { id: '1' } }),
  listCities: () => ({ status: 400 }),
  matchCity: () => ({ status: 400 }),
  viewCity: () => ({ params: { id: '1' }, status: 404 }),
  listColors: () => ({}),
  viewColor: () => ({ params: { id: '1' } }),
  listMakes: () => ({}),
  matchMake: () => ({ status: 400 }),
  viewMake: () => ({ params: { id: '1' } }),
};

/** A world whose newest inquiry, and everything about it, has the contacts. */
async function plant() {
  const world = await openTraceWorld();
  const { gateway, db, headers } = world;
  const support = { cookie: await gateway.signIn('support'), ...CONSOLE };
  const call = (as: typeof headers, url: string, more: Omit<InjectOptions, 'url'> = {}) =>
    gateway.call(url, { ...more, headers: { ...as, ...more.headers } });
  const write = async (url: string, payload: object, method: 'POST' | 'PUT' = 'POST', as = headers) => {
    const reply = await call(as, url, { method, payload });
    expect([url, reply.statusCode < 300, reply.body]).toEqual([url, true, reply.body]);
    return reply;
  };
  await world.receive({ Interesado: BUYER });
  world.pass(1000);
  const sid = await world.receive({ Interesado: BUYER });
  await world.deliver();
  const lead = { adminMail: OWN, sid };
  const noteId = randomUUID();
  const changes = addressOf(desk.changeFollowUp, lead);
  await write(changes, { id: noteId, version: 0, change: { kind: 'note', text: NOTE, contact: false } });
  await write(changes, { id: randomUUID(), version: 0, change: { kind: 'pin', note: noteId } });
  await write(addressOf(v3.resendInquiry, lead), {}, 'POST', support);
  world.pass(5000);
  const viewId = randomUUID();
  await write('/desk/views', { id: viewId, name: 'x', search: `?buscar=${VIEW_TEXT}`, shared: true });
  const runId = randomUUID();
  await write('/desk/match-runs', {
    id: runId,
    kind: 'listings',
    name: '',
    columns: [
      { field: 'make', name: 'Marca', cells: [BUYER.Telefono] },
      { field: 'model', name: BUYER.Email, cells: [BUYER.Provincia] },
    ],
  });
  const targetId = randomUUID();
  const target = { id: targetId, url: 'https://crm.example/x', topics: [INQUIRY_TOPIC], active: true };
  await write('/desk/relay', { ...target, secret: 'un-secreto-para-copias' });
  const {
    id: deliveryId,
    hook_id: hookId,
    payload,
  } = await db
    .selectFrom('delivery')
    .selectAll()
    .where('sid', '=', sid)
    .where('payload', 'is not', null)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('relay_attempt')
    .values({
      id: 'x',
      target_id: targetId,
      delivery_id: deliveryId,
      at: gateway.clock.now,
      duration_ms: 1,
      status: 500,
      error: null,
      outcome: 'retried',
    })
    .execute();
  const supportId = (
    await db
      .selectFrom('person')
      .select('id')
      .where('mail', '=', gateway.mail('support'))
      .executeTakeFirstOrThrow()
  ).id;
  const jobId = randomUUID();
  await insertJob(
    db,
    {
      id: jobId,
      kind: 'resend',
      person: { id: supportId },
      address: '',
      input: { missed: { since: 0, until: 1 } },
      rows: [{ agency_key: OWN, sid, cells: [BUYER.Apellido, BUYER.Telefono], input: null }],
    },
    gateway.clock.now,
  );
  const exportId = randomUUID();
  await world.sweep();
  await write('/desk/exports', { id: exportId, masked: '1' }, 'POST', support);
  await expect
    .poll(
      async () => {
        world.pass(1000);
        return (await call(support, `/desk/jobs/${exportId}`)).json().finishedAt;
      },
      { timeout: 10_000 },
    )
    .not.toBeNull();
  const signed = {
    headers: `Notification-Topic: ${INQUIRY_TOPIC}\nNotification-Hook-ID: ${hookId}`,
    // Differs where the surname begins.
    body: (payload ?? '').replace(BUYER.Apellido, 'x'),
  };
  return {
    ...world,
    support,
    call,
    lead,
    agency: { adminMail: OWN },
    viewId,
    runId,
    targetId,
    deliveryId,
    jobId,
    exportId,
    signed,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const table: Record<string, Endpoint> = { ...v3, ...desk };

/** Endpoints that a role calls when it is signed in, and whose replies have a body. */
const listReading = (role: 'support' | 'partner') =>
  listRights(role).filter(
    (name) => table[name]?.reply && getRequiredAccess(name as DeskName) === 'signed-in',
  );

it('every endpoint that support may call is judged, and asked for in this test', () => {
  const names = listReading('support').filter((name) => !name.startsWith('reveal'));
  expect(Object.keys(CALLS).toSorted()).toEqual(names.toSorted());
});

it('nobody without the right to see contacts may ask for replies that always have them', () => {
  for (const role of ROLES.filter((candidate) => !listRights(candidate).includes(VIEW_CONTACTS)))
    expect(listRights(role).filter((name) => REPLIES_WITH_CONTACTS.includes(name as never))).toEqual([
      'revealContacts',
      'revealPayload',
    ]);
});

it('no reply has a contact for support, and those of a partner have them', { timeout: 60_000 }, async () => {
  await using world = await plant();
  const results: unknown[] = [];
  const expected: unknown[] = [];
  for (const [name, build] of Object.entries(CALLS)) {
    const { params, query, body, has = false, status, headers } = build(world);
    const row = table[name];
    if (!row) throw new Error(name);
    const ask = async (as: typeof world.headers) => {
      world.pass(2000);
      const reply = await world.call(as, addressOf(row, params, query), {
        method: row.method,
        ...(body && { payload: body }),
        ...(headers && { headers }),
      });
      return { reply, contacts: findContacts(reply) };
    };
    const { reply, contacts } = await ask(world.support);
    results.push([name, reply.statusCode, contacts, has && (await ask(world.headers)).contacts.length > 0]);
    expected.push([name, status ?? row.success, [], has]);
  }
  expect(results).toEqual(expected);
});
