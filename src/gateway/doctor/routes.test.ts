import { expect, it, vi } from 'vitest';
import { type CheckState, Doctor } from '#contract/desk/doctor.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { recordedEntries } from '#testing/audit-entries.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CONSOLE, type World, json, openWorld, readMails } from '#testing/gateway-world.ts';

const ANSWER = json({ _links: {}, _entries: [] });
const SELF_SIGNED = Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });

async function open(world: World, role: 'partner' | 'support' | 'seller' = 'partner') {
  const cookie = await world.signIn(role);
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
    world.call(`/desk/doctor${path}`, {
      method,
      headers: { ...CONSOLE, cookie },
      ...(payload && { payload }),
    });
  const view = async () => Doctor.parse((await call('GET')).json());
  const find = async (id: string) => (await view()).checks.find((check) => check.id === id);
  return { call, view, find };
}

/** Waits until no check is due. */
const awaitRuns = (view: () => Promise<Doctor>) =>
  vi.waitFor(
    async () => {
      const { checks } = await view();
      expect(checks.length).toBeGreaterThan(20);
      expect(checks.filter(({ isDue }) => isDue)).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );

onEachEngine((engine) => {
  it('the background work runs the checks, which partners and support read', async () => {
    await using world = await openWorld({ engine, checks: true, answer: ANSWER });
    const { view, find } = await open(world);
    await awaitRuns(view);
    const now = world.clock.now;
    expect(await find('service')).toMatchObject({
      outcome: 'passed',
      findings: [],
      checkedAt: now,
      since: null,
      failures: 0,
      ignored: null,
    });
    // They do not apply to a demo.
    for (const id of ['mail-server', 'public-certificate', 'backup']) expect(await find(id)).toBeUndefined();
    expect((await view()).lateSince).toBeNull();
    expect(await (await open(world, 'support')).view()).toEqual(await view());
  });
});

it('sellers and people without a session are refused everything, and support all writes', async () => {
  await using world = await openWorld({ checks: true });
  const ignore = { reason: 'x', days: 7 };
  const writes = [
    ['POST', '/runs'],
    ['POST', '/checks/disk/runs'],
    ['PUT', '/checks/disk/ignored', ignore],
    ['DELETE', '/checks/disk/ignored'],
    ['POST', '/test-mails'],
  ] as const;
  const seller = await open(world, 'seller');
  expect((await seller.call('GET')).statusCode).toBe(403);
  expect((await world.call('/desk/doctor', { headers: CONSOLE })).statusCode).toBe(401);
  const support = await open(world, 'support');
  for (const [method, path, body] of writes) {
    expect((await seller.call(method, path, body)).statusCode).toBe(403);
    expect((await support.call(method, path, body)).statusCode).toBe(403);
    const anonymous = await world.call(`/desk/doctor${path}`, {
      method,
      headers: CONSOLE,
      ...(body && { payload: body }),
    });
    expect(anonymous.statusCode).toBe(401);
  }
});

it('a problem counts after its retries, with its begin, and ends with the next run that finds nothing', async () => {
  let isBroken = true;
  const machine = {
    now: Date.now,
    measureDisk: async () => ({ freeBytes: 50e9, totalBytes: 100e9 }),
    readMode: async () => undefined,
    fetchCertificateEnd: async () => {
      if (isBroken) throw SELF_SIGNED;
      return 8e15;
    },
    fetchReply: async () => ({ status: 405, body: '' }),
  };
  await using world = await openWorld({
    checks: true,
    machine,
    answer: ANSWER,
    config: { publicUrl: 'https://localhost' },
  });
  const database = await openGatewayDatabase(world.config.database);
  await using _ = database;
  const now = world.clock.now;
  const fetchRow = () =>
    database.db
      .selectFrom('doctor_check')
      .select(['since', 'failures', 'due_at', 'checked_at'])
      .where('id', '=', 'public-certificate')
      .executeTakeFirstOrThrow();
  const runAt = async (at: number) => {
    world.clock.now = at;
    await world.restart();
    await vi.waitFor(async () => expect((await fetchRow()).checked_at).toBe(at), { timeout: 10_000 });
  };
  await vi.waitFor(async () => expect((await fetchRow()).checked_at).toBe(now), { timeout: 10_000 });
  // A retry comes after a minute, and not after six hours.
  expect(await fetchRow()).toMatchObject({ since: now, failures: 1, due_at: now + 60_000 });
  await runAt(now + 60_000);
  expect(await fetchRow()).toMatchObject({ since: now, failures: 2, due_at: now + 120_000 });
  const { find } = await open(world);
  expect(await find('public-certificate')).toMatchObject({ outcome: 'retrying', since: now });
  await runAt(now + 120_000);
  expect(await fetchRow()).toMatchObject({ since: now, failures: 3, due_at: now + 120_000 + 6 * 3_600_000 });
  expect(await (await open(world)).find('public-certificate')).toMatchObject({
    outcome: 'failed',
    findings: [expect.objectContaining({ en: expect.stringContaining('SELF_SIGNED') })],
  });
  isBroken = false;
  await runAt(now + 120_000 + 6 * 3_600_000);
  expect(await fetchRow()).toMatchObject({ since: null, failures: 0 });
});

it('a person has all checks or one run now, and ignores one for a reason until they take it back', async () => {
  await using world = await openWorld({ checks: true, answer: ANSWER });
  const { call, view, find } = await open(world);
  await awaitRuns(view);
  world.clock.now += 1000;
  const requested = await call('POST', '/runs');
  expect(requested.statusCode).toBe(202);
  await awaitRuns(view);
  expect((await find('disk'))?.checkedAt).toBe(world.clock.now);

  const ranAt = world.clock.now;
  world.clock.now += 1000;
  expect((await call('POST', '/checks/disk/runs')).statusCode).toBe(202);
  await awaitRuns(view);
  expect((await find('disk'))?.checkedAt).toBe(world.clock.now);
  expect((await find('clock'))?.checkedAt).toBe(ranAt);
  // The second one does not apply to a demo.
  for (const id of ['nothing', 'backup'])
    expect((await call('POST', `/checks/${id}/runs`)).statusCode).toBe(404);

  const path = '/checks/disk/ignored';
  expect((await call('PUT', path, { reason: ' ', days: 7 })).statusCode).toBe(400);
  expect((await call('PUT', path, { reason: 'x', days: 8 })).statusCode).toBe(400);
  expect((await call('PUT', '/checks/nothing/ignored', { reason: 'x', days: 7 })).statusCode).toBe(404);
  expect((await call('DELETE', '/checks/nothing/ignored')).statusCode).toBe(404);
  // One that does not apply to a demo.
  expect((await call('PUT', '/checks/backup/ignored', { reason: 'x', days: 7 })).statusCode).toBe(404);

  const findDisk = (reply: { json: () => unknown }): CheckState | undefined =>
    Doctor.parse(reply.json()).checks.find(({ id }) => id === 'disk');
  const at = world.clock.now;
  const ignored = await call('PUT', path, { reason: ' Otro disco ', days: 7 });
  expect(ignored.statusCode).toBe(200);
  expect(findDisk(ignored)?.ignored).toEqual({
    reason: 'Otro disco',
    by: expect.any(String),
    at,
    until: at + 7 * 86_400_000,
  });
  world.clock.now = at + 7 * 86_400_000;
  const cookieOfLater = await open(world);
  expect((await cookieOfLater.find('disk'))?.ignored).toBeNull();
  expect(
    findDisk(await cookieOfLater.call('PUT', path, { reason: 'x', days: null }))?.ignored?.until,
  ).toBeNull();
  const heeded = await cookieOfLater.call('DELETE', path);
  expect(heeded.statusCode).toBe(200);
  expect(findDisk(heeded)?.ignored).toBeNull();
  const entries = await recordedEntries(world, await world.signIn('partner'));
  for (const action of ['runCheck', 'ignoreCheck', 'unignoreCheck'])
    expect(entries).toContainEqual([
      'partner',
      action,
      null,
      'disk',
      'done',
      action === 'runCheck' ? 202 : 200,
      null,
    ]);
});

it('a test mail goes to the person who asked for it', async () => {
  await using world = await openWorld({ checks: true, answer: ANSWER });
  const { call } = await open(world);
  expect((await call('POST', '/test-mails')).statusCode).toBe(202);
  const [mail] = await readMails(world, 1);
  expect(mail).toContain(`To: ${world.mail('partner')}`);
  expect(mail).toContain('Vitrina puede mandar correos');
});

it('the overview counts errors for partners alone, unless somebody ignores them', async () => {
  const machine = {
    now: () => 0,
    measureDisk: async () => ({ freeBytes: 1, totalBytes: 100e9 }),
    readMode: async () => undefined,
    fetchCertificateEnd: async () => 8e15,
    fetchReply: async () => ({ status: 405, body: '' }),
  };
  await using world = await openWorld({ checks: true, machine, answer: ANSWER });
  const { call, view } = await open(world);
  await awaitRuns(view);
  const countFor = async (role: 'partner' | 'support' | 'seller') => {
    const headers = { ...CONSOLE, cookie: await world.signIn(role) };
    return (await world.call('/desk/overview/now', { headers })).json().failedChecks as unknown;
  };
  expect([await countFor('partner'), await countFor('support'), await countFor('seller')]).toEqual([
    1,
    null,
    null,
  ]);
  await call('PUT', '/checks/disk/ignored', { reason: 'Otro disco', days: null });
  expect(await countFor('partner')).toBe(0);
});
