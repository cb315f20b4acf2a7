import { describe, expect, it } from 'vitest';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { ROLES, type Role } from '#contract/desk/sessions.ts';
import { type Endpoint, pathParams } from '#contract/endpoint.ts';
import { type V3Name, v3 } from '#contract/v3.ts';
import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  SID,
  type World,
  type WorldOptions,
  cookieOf,
  json,
  openWorld,
  signIn,
} from '#testing/gateway-world.ts';
import { shareFixture } from '#testing/share-fixture.ts';

// Both contract tables by every kind of caller and every spelling of a path. Forwarding of v3: `permissions.test.ts`.

const CANARY = 'Ana Canaria';
const UNKNOWN = 'nadie@nada.example';

/** Includes callers without a session, with unfinished sign-in, and a seller limited to her own inquiries. */
const ACTORS = ['nobody', 'second-factor', 'set-up-second-factor', 'limited seller', ...ROLES] as const;
type Actor = (typeof ACTORS)[number];

type Cell = 'passes' | 'sign-in-required' | 'forbidden' | 'foreign-agency';
interface Row {
  /** Without a session, with unfinished sign-in, and by role. */
  nobody: Cell;
  half: Cell;
  roles: Record<Role, Cell>;
  /** Expectation for a seller of another agency. */
  foreign?: Cell;
}

const all = { seller: 'passes', partner: 'passes', support: 'passes' } as const;
const closed = { nobody: 'sign-in-required', half: 'sign-in-required' } as const;
const open: Row = { nobody: 'passes', half: 'passes', roles: all };
const signingIn: Row = { nobody: 'sign-in-required', half: 'passes', roles: all };
const everybody: Row = { ...closed, roles: all };
const notSellers: Row = { ...closed, roles: { ...all, seller: 'forbidden' }, foreign: 'forbidden' };
const partners: Row = {
  ...closed,
  roles: { seller: 'forbidden', partner: 'passes', support: 'forbidden' },
  foreign: 'forbidden',
};
const notSupport: Row = { ...closed, roles: { ...all, support: 'forbidden' } };
const supportOnly: Row = {
  ...closed,
  roles: { seller: 'forbidden', partner: 'forbidden', support: 'passes' },
  foreign: 'forbidden',
};
const inScope: Row = { ...closed, roles: all, foreign: 'foreign-agency' };

/** Independent of the table under test. */
const EXPECTED: Record<DeskName, Row> = {
  signIn: open,
  beginOpenIdSignIn: open,
  completeOpenIdSignIn: open,
  proveSecondFactor: signingIn,
  beginPasskeySignIn: open,
  completePasskeySignIn: open,
  beginPasskeyProof: signingIn,
  provePasskey: signingIn,
  beginPasskey: signingIn,
  addPasskey: signingIn,
  removePasskey: everybody,
  viewSession: everybody,
  signOut: open,
  listSessions: everybody,
  endSession: everybody,
  requestRecovery: open,
  viewLink: open,
  useLink: open,
  viewMe: everybody,
  changePassword: everybody,
  beginSecondFactor: signingIn,
  confirmSecondFactor: signingIn,
  removeSecondFactor: everybody,
  renewRecoveryCodes: everybody,
  listApiTokens: everybody,
  createPersonalToken: everybody,
  createInstallationToken: partners,
  revokeApiToken: everybody,
  listPeople: partners,
  invitePerson: partners,
  viewPerson: partners,
  editPerson: partners,
  setAccess: partners,
  resetPerson: partners,
  inviteAgain: partners,
  listAudit: notSellers,
  exportAudit: notSellers,
  listAgencyHealth: notSellers,
  listAgencyPeople: partners,
  listInvitations: notSellers,
  viewInvitation: notSellers,
  editInvitationNote: partners,
  checkInvitation: notSellers,
  inviteAgencies: partners,
  viewInvitationFunnel: partners,
  remindAgencies: partners,
  findInquiries: everybody,
  checkInquiries: everybody,
  exportInquiries: everybody,
  downloadExport: everybody,
  downloadExportManifest: everybody,
  countInquiries: everybody,
  listFacets: everybody,
  viewOverviewNow: everybody,
  viewOverview: everybody,
  setOverviewSettings: partners,
  viewIndexState: everybody,
  revealContacts: supportOnly,
  revealPayload: supportOnly,
  viewIndexedInquiry: inScope,
  listOfBuyer: inScope,
  eraseBuyer: partners,
  findBuyerData: partners,
  exportBuyerData: partners,
  eraseBuyerData: partners,
  listFollowUps: inScope,
  viewFollowUp: inScope,
  changeFollowUp: { ...inScope, roles: notSupport.roles },
  changeFollowUps: notSupport,
  matchImport: partners,
  importFollowUps: partners,
  noteSeen: inScope,
  listColleagues: inScope,
  viewHandover: everybody,
  sendHandover: { ...inScope, roles: notSupport.roles },
  listTemplates: everybody,
  addTemplate: notSupport,
  editTemplate: notSupport,
  deleteTemplate: notSupport,
  viewAgencyCrm: notSellers,
  setAgencyCrm: partners,
  testAgencyCrm: partners,
  viewHours: inScope,
  compareHours: partners,
  setHours: partners,
  listJobs: everybody,
  viewJob: everybody,
  listJobRows: everybody,
  setJobState: everybody,
  retryJob: everybody,
  undoJob: notSupport,
  viewDigest: everybody,
  setDigest: everybody,
  viewWebhookAlarm: notSellers,
  setWebhookAlarm: notSellers,
  viewLateAlarm: partners,
  setLateAlarm: partners,
  listWebhooksDesk: notSellers,
  viewWebhookHistory: notSellers,
  restoreWebhook: notSellers,
  listDeliveries: notSellers,
  viewDelivery: notSellers,
  viewBalance: notSellers,
  findDifferingDays: notSellers,
  listIncidents: notSellers,
  acknowledgeIncident: notSellers,
  unacknowledgeIncident: notSellers,
  countMissed: notSellers,
  resendMissed: notSellers,
  sendTestDelivery: notSellers,
  findTraces: notSellers,
  traceAgency: notSellers,
  traceLead: notSellers,
  listAttempts: notSellers,
  listRelayTargets: notSellers,
  addRelayTarget: partners,
  editRelayTarget: partners,
  switchRelayTarget: notSellers,
  deleteRelayTarget: partners,
  testRelayTarget: notSellers,
  resendRelayed: notSellers,
  listRelayAttempts: notSellers,
  testSignature: notSellers,
  viewCanary: notSellers,
  setCanary: partners,
  matchValues: everybody,
  listAnswers: everybody,
  saveAnswers: notSellers,
  deleteAnswer: notSellers,
  listMatchRuns: everybody,
  addMatchRun: everybody,
  viewMatchRun: everybody,
  saveRunAnswers: everybody,
  viewConnection: notSellers,
  listFindings: notSellers,
  decideFinding: notSellers,
  setDemoFault: notSellers,
  viewDoctor: notSellers,
  runChecks: partners,
  runCheck: partners,
  ignoreCheck: partners,
  unignoreCheck: partners,
  sendTestMail: partners,
  streamEvents: everybody,
  noteLooking: inScope,
  endLooking: inScope,
  listViews: everybody,
  addView: everybody,
  editView: everybody,
  pinView: everybody,
  deleteView: everybody,
  reportPageLatencies: everybody,
  reportPolicy: open,
};

const DESK = Object.entries(desk) as [DeskName, Endpoint][];
/** Signing out comes last: it ends the session of the other calls. */
const IN_TURN = DESK.toSorted(([a], [b]) => Number(a === 'signOut') - Number(b === 'signOut'));

function pathTo({ path }: Pick<Endpoint, 'path'>, mail: string): string {
  return path
    .replace('{adminMail}', mail)
    .replace('{sid}', SID)
    .replace('{topic}', 'x')
    .replace(/\{\w+\}/g, '1');
}

/** A world and the cookie of one actor. */
async function worldOf(actor: Actor): Promise<{ world: World; cookie: string } & AsyncDisposable> {
  const inquiry = { OperadorResponsable: null, Interesado: { Nombre: CANARY } };
  const options: WorldOptions = {
    answer: (request, response) =>
      json(request.url?.includes('/consultas/') ? { ...inquiry, _entries: [inquiry] } : { _entries: [] })(
        request,
        response,
      ),
  };
  const world = await openWorld(
    actor === 'set-up-second-factor' ? { ...options, config: { requireSecondFactor: ROLES } } : options,
  );
  const database = await openDatabase<GatewayTables>(world.config.database);
  if (actor === 'limited seller')
    await database.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
  if (actor === 'second-factor')
    await database.db.updateTable('person').set({ second_factor_secret: 'JBSWY3DPEHPK3PXP' }).execute();
  await database.close();
  return {
    world,
    cookie: await cookieFor(world, actor),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function cookieFor(world: World, actor: Actor): Promise<string> {
  if (actor === 'nobody') return '';
  const role = actor === 'partner' || actor === 'support' ? actor : 'seller';
  const entered = await signIn(world.call, { mail: world.mail(role), password: world.password(role) });
  expect(entered.json().next).toBe(actor.endsWith('factor') ? actor : 'in');
  return cookieOf(entered);
}

function expected({ nobody, half, roles, foreign }: Row, actor: Actor, whose: string): Cell {
  if (actor === 'nobody') return nobody;
  if (actor.endsWith('factor')) return half;
  if (actor === 'partner' || actor === 'support') return roles[actor];
  return whose === OWN ? roles.seller : (foreign ?? roles.seller);
}

describe.each(ACTORS)('%s', (actor) => {
  it('is let in where the table says so, and nowhere else', async () => {
    await using one = await worldOf(actor);
    const found: [DeskName, string, string][] = [];
    const wanted: typeof found = [];
    const leaks: string[] = [];
    for (const [name, row] of IN_TURN) {
      const agencies = pathParams(row.path).includes('adminMail') ? [OWN, FOREIGN, UNKNOWN] : [OWN];
      for (const whose of agencies) {
        const before = one.world.upstreamRequests.length;
        const answer = await one.world.call(pathTo(row, whose), {
          method: row.method,
          headers: { ...CONSOLE, cookie: one.cookie },
        });
        const type = String(answer.headers['content-type']).includes('problem') ? answer.json().Type : '';
        const code = String(type).replace('/problems/', '');
        const refused = [401, 403].includes(answer.statusCode);
        found.push([name, whose, refused ? code : 'passes']);
        wanted.push([name, whose, expected(EXPECTED[name], actor, whose)]);
        // A refused call never reaches the service, and its reply has no data of an inquiry.
        if (refused && one.world.upstreamRequests.length > before) leaks.push(`${name} asked`);
        if ((refused || actor === 'limited seller') && answer.body.includes(CANARY)) leaks.push(name);
      }
    }
    expect(found).toEqual(wanted);
    expect(leaks).toEqual([]);
  });
});

/** Paths that try to reach another agency by disguising its name. */
const TRICKS: readonly [string, (path: string) => string, Record<string, string>?][] = [
  ['as it is', (path) => path],
  ['in capitals', (path) => path.toUpperCase()],
  ['mail in capitals', (path) => path.replace(FOREIGN, FOREIGN.toUpperCase())],
  ['an encoded @', (path) => path.replace('@', '%40')],
  ['an encoded letter', (path) => path.replace('ventas@', '%76entas@')],
  ['encoded twice', (path) => path.replace('@', '%2540')],
  ['an encoded path', (path) => path.replace(/\/[a-z]/g, (text) => `/%${text.charCodeAt(1).toString(16)}`)],
  ['trailing slash', (path) => `${path}/`],
  ['two trailing slashes', (path) => `${path}//`],
  ['trailing dot', (path) => `${path}/.`],
  ['dots at the end', (path) => `${path}/..;/`],
  ['parameters', (path) => path.replace(FOREIGN, `${FOREIGN};${OWN}`)],
  ['parameters of one’s own', (path) => path.replace(FOREIGN, `${OWN};${FOREIGN}`)],
  ['an encoded slash', (path) => path.replace(FOREIGN, `${OWN}%2f..%2f${FOREIGN}`)],
  ['an encoded backslash', (path) => path.replace(FOREIGN, `${OWN}%5c..%5c${FOREIGN}`)],
  ['a NUL', (path) => path.replace(FOREIGN, `${FOREIGN}%00${OWN}`)],
  ['a space', (path) => path.replace(FOREIGN, `${FOREIGN}%20`)],
  ['two agencies', (path) => path.replace(FOREIGN, `${OWN},${FOREIGN}`)],
  ['one’s own in the query', (path) => `${path}?adminMail=${OWN}`],
  ['another method named', (path) => path, { 'x-http-method-override': 'GET', 'x-method-override': 'GET' }],
  [
    'another address named',
    (path) => path,
    { 'x-original-url': `/v3/agencias/${OWN}`, 'x-rewrite-url': '/' },
  ],
  ['another person named', (path) => path, { 'x-user-id': '1', 'x-forwarded-user': 'socia@vitrina.example' }],
];

describe.each(['seller', 'limited seller', 'nobody'] as const)('%s', (actor) => {
  const its = shareFixture(() => worldOf(actor));

  it.each(TRICKS)('reaches nothing of a foreign agency: %s', async (_, trick, headers = {}) => {
    const { world, cookie } = its();
    for (const [name, row] of [...DESK, ...(Object.entries(v3) as [V3Name, Endpoint][])]) {
      if (!pathParams(row.path).includes('adminMail')) continue;
      const url = trick(pathTo(row, FOREIGN));
      for (const method of new Set([row.method, 'GET', 'HEAD', 'OPTIONS'] as const)) {
        const answer = await world.call(url, {
          method,
          headers: { ...CONSOLE, cookie, ...headers },
        });
        const said = `${name} ${method} ${url} ${answer.statusCode}`;
        expect(said).toMatch(/ (?:400|401|403|404|405)$/);
        expect(answer.body).not.toContain(CANARY);
      }
    }
    expect(world.upstreamRequests.map(({ url }) => url)).toEqual([]);
  });
});
