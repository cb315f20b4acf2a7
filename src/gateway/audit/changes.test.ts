import { expect, it } from 'vitest';
import type { AuditChange } from '#contract/desk/audit.ts';
import { AgencyLateAlarm } from '#contract/desk/notifications.ts';
import type { Person } from '#contract/desk/people.ts';
import { defaultHours } from '#contract/hours.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { listAudit } from '#testing/audit-entries.ts';
import { onEachEngine } from '#testing/engines.ts';
import { CLAIM, NOTE, openFollowUpWorld } from '#testing/follow-up-world.ts';
import { CONSOLE, FOREIGN, OWN, type World, json, openWorld } from '#testing/gateway-world.ts';
import { PATH, SECRET, SETTINGS, off, openTopicWorld } from '#testing/topic-world.ts';
import { findChanges } from './changes.ts';

it('members that differ are listed with their values, and unnamed ones without', () => {
  const before = { name: 'Ana', role: 'seller', secret: 'x', zone: 'UTC' };
  const after = { name: 'Ana', role: 'support', secret: 'y', agencies: null, zone: null };
  expect(findChanges(before, after, ['secret'])).toEqual([
    { field: 'role', from: 'seller', to: 'support' },
    { field: 'secret' },
    { field: 'zone', from: 'UTC', to: null },
  ]);
  expect(findChanges(before, before)).toEqual([]);
});

/** Changes of the entries of an action, oldest first. */
async function recordedChanges(
  world: World,
  cookie: string,
  action: string,
): Promise<(readonly AuditChange[] | undefined)[]> {
  const { entries } = await listAudit(world, cookie, `?action=${action}`);
  return entries.map(({ changes }) => changes).toReversed();
}

onEachEngine((engine) => {
  it('an entry has what changed of a person', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('partner');
    const headers = { ...CONSOLE, cookie };
    const listed = await world.call(`/desk/people?role=seller`, { headers });
    const { people }: { people: Person[] } = listed.json();
    const [person] = people;
    const { id = '', name = '', version = 0, agencies = [] } = person ?? {};
    const edit = (body: Partial<Person>) =>
      world.call(`/desk/people/${id}`, {
        method: 'PUT',
        headers,
        payload: { name, role: 'seller', agencies, version, ...body },
      });
    const wider = [...agencies, { adminMail: FOREIGN, ownInquiriesOnly: true }];
    expect((await edit({ agencies: wider })).statusCode).toBe(200);
    // It is out of date.
    expect((await edit({ name: 'Otra' })).statusCode).toBe(409);
    expect((await edit({ role: 'support', agencies: [], version: version + 1 })).statusCode).toBe(200);
    expect((await edit({ role: 'support', agencies: [], version: version + 2 })).statusCode).toBe(200);
    const own = agencies.map(({ adminMail }) => adminMail).join(', ');
    const both = [...agencies.map(({ adminMail }) => adminMail), FOREIGN].toSorted().join(', ');
    expect(await recordedChanges(world, cookie, 'editPerson')).toEqual([
      [
        { field: 'agencies', from: own, to: both },
        { field: 'ownInquiriesIn', from: null, to: FOREIGN },
      ],
      undefined,
      [
        { field: 'role', from: 'seller', to: 'support' },
        { field: 'agencies', from: both, to: null },
        { field: 'ownInquiriesIn', from: FOREIGN, to: null },
      ],
      undefined,
    ]);
    await world.call(`/desk/people/${id}/access`, { method: 'PUT', headers, payload: { enabled: false } });
    expect(await recordedChanges(world, cookie, 'setAccess')).toEqual([
      [{ field: 'state', from: 'active', to: 'disabled' }],
    ]);
  });

  it('an entry has what changed of a webhook, without anything that may be secret', async () => {
    await using it = await openTopicWorld(engine);
    const partner = await it.world.signIn('partner');
    await it.call('POST', PATH, { ...SETTINGS, Secret: SECRET });
    const edits = [
      off,
      { ...off, Callback: 'https://a.example/token-123' },
      { ...off, Callback: 'https://b.example/token-123', Secret: SECRET.toUpperCase() },
      { Callback: 'https://b.example/token-123', Activo: false },
      { Callback: 'https://b.example/token-123', Activo: false, Secret: null },
    ];
    for (const body of edits) {
      it.world.clock.now += 1;
      expect((await it.call('PUT', PATH, body)).statusCode).toBe(200);
    }
    it.topic.refuses = 400;
    expect((await it.call('PUT', PATH, SETTINGS)).statusCode).toBe(400);
    it.topic.refuses = undefined;
    expect(await recordedChanges(it.world, partner, 'createWebhook')).toEqual([undefined]);
    expect(await recordedChanges(it.world, partner, 'editWebhook')).toEqual([
      [{ field: 'active', from: 'on', to: 'off' }],
      [{ field: 'address' }],
      [{ field: 'callback', from: 'a.example', to: 'b.example' }, { field: 'address' }, { field: 'secret' }],
      [{ field: 'description' }, { field: 'headers' }],
      [{ field: 'secret' }],
      undefined,
    ]);
    it.world.clock.now += 1;
    const [, , edited] = await it.history();
    expect((await it.restore(edited?.id ?? '')).statusCode).toBe(200);
    expect(await recordedChanges(it.world, partner, 'restoreWebhook')).toEqual([
      [{ field: 'description' }, { field: 'headers' }, { field: 'secret' }],
    ]);
    const text = JSON.stringify(await listAudit(it.world, partner));
    for (const hidden of [SECRET, SECRET.toUpperCase(), 'token-123', 'X-A'])
      expect(text).not.toContain(hidden);
  });

  it('an entry has status and owner of a follow-up, and nothing that was written', async () => {
    await using desk = await openFollowUpWorld(engine);
    const partner = await desk.world.signIn('partner');
    const zoe = await desk.zoe();
    const id = '0199f3a0-0000-7000-8000-000000000001';
    await zoe.change(NOTE);
    await zoe.change(CLAIM, { version: 0, id });
    await zoe.change(CLAIM, { version: 0, id });
    await zoe.change({ kind: 'status', status: 'lost', lostReason: 'price' });
    await zoe.change({ kind: 'undo', entry: id });
    expect(await recordedChanges(desk.world, partner, 'changeFollowUp')).toEqual([
      undefined,
      [{ field: 'owner', from: null, to: 'Zoe' }],
      undefined,
      [
        { field: 'status', from: 'new', to: 'lost' },
        { field: 'lostReason', from: null, to: 'price' },
      ],
      [{ field: 'owner', from: 'Zoe', to: null }],
    ]);
    expect(JSON.stringify(await listAudit(desk.world, partner))).not.toContain(NOTE.text);
  });

  it('an entry has what changed of a late alarm and of a template, without people and texts', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('partner');
    const write = async (method: 'POST' | 'PUT', url: string, payload: object) =>
      (await world.call(url, { method, headers: { ...CONSOLE, cookie }, payload })).statusCode;
    const alarmUrl = `/desk/late-alarms/${OWN}`;
    const { people } = AgencyLateAlarm.parse((await world.call(alarmUrl, { headers: { cookie } })).json());
    const alarm = { on: true, minutes: 30, recipients: people.slice(0, 1).map(({ id }) => id), mail: true };
    expect(await write('PUT', alarmUrl, { alarm, version: 0 })).toBe(200);
    expect(await write('PUT', alarmUrl, { alarm, version: 0 })).toBe(200);
    expect(await write('PUT', alarmUrl, { alarm: { ...alarm, minutes: 45 }, version: 0 })).toBe(409);
    expect(await recordedChanges(world, cookie, 'setLateAlarm')).toEqual([
      [
        { field: 'alarm', from: 'off', to: 'on' },
        { field: 'minutes', from: '60', to: '30' },
        { field: 'recipients' },
        { field: 'mail', from: 'off', to: 'on' },
      ],
      undefined,
      undefined,
    ]);

    const template = { name: 'Saludo', subject: '', text: 'Hola {{nombre}}', shared: false };
    const id = '0199f3a0-0000-7000-8000-000000000001';
    expect(await write('POST', '/desk/templates', { ...template, id })).toBe(201);
    const edited = { ...template, text: 'Buenas, Ana Paz', shared: true, version: 1 };
    expect(await write('PUT', `/desk/templates/${id}`, edited)).toBe(200);
    expect(await recordedChanges(world, cookie, 'editTemplate')).toEqual([
      [{ field: 'text' }, { field: 'shared', from: 'off', to: 'on' }],
    ]);
    expect(JSON.stringify(await listAudit(world, cookie))).not.toContain('Ana Paz');
  });

  it('an entry has what changed of an agency and its hours, without contacts', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('partner');
    const { db, close } = await openGatewayDatabase(world.config.database);
    await syncAgencies(db, [{ adminMail: OWN, name: 'Ruta 9' }], 1);
    await close();
    world.upstream.answer = json({ AdminMail: OWN, _links: {} });
    const put = (url: string, payload: object) =>
      world.call(url, { method: 'PUT', headers: { ...CONSOLE, cookie }, payload });
    const phone = '+54 11 5555 0101';
    await put(`/v3/agencias/${OWN}`, { Nombre: 'Ruta 10', Ciudad: null, Telefono: phone });
    expect(await recordedChanges(world, cookie, 'editAgency')).toEqual([
      [
        { field: 'Nombre', from: 'Ruta 9', to: 'Ruta 10' },
        { field: 'Telefono' },
        { field: 'Ciudad', to: null },
      ],
    ]);
    expect(JSON.stringify(await listAudit(world, cookie))).not.toContain(phone);

    const hours = defaultHours(world.config.timeZone);
    const changed = { ...hours, target: hours.target + 30, holidays: ['2026-12-25'] };
    expect((await put(`/desk/hours/${OWN}`, { hours: changed, version: 0 })).statusCode).toBe(200);
    expect(await recordedChanges(world, cookie, 'setHours')).toEqual([
      [{ field: 'target', from: String(hours.target), to: String(hours.target + 30) }, { field: 'holidays' }],
    ]);
    const csv = (await world.call('/desk/audit/export', { headers: { cookie } })).body;
    expect(csv).toContain('Nombre: Ruta 9 → Ruta 10; Telefono; Ciudad: ? → -');
  });
});
