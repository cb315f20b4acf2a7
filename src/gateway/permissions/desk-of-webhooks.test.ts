import { describe, expect, it } from 'vitest';
import type { DeskName } from '#contract/desk/desk.ts';
import { desk } from '#contract/desk/desk.ts';
import { type Endpoint, addressOf } from '#contract/endpoint.ts';
import { type Role, ROLES } from '#contract/desk/sessions.ts';
import { CONSOLE, FOREIGN, OWN, json, openWorld } from '#gateway/world-for-tests.ts';

const all = { seller: false, partner: true, support: true };
const partners = { seller: false, partner: true, support: false };

/** Who may call what of agencies, invitations, webhooks and the connection, written out again. */
const EXPECTED: Partial<Record<DeskName, Record<Role, boolean>>> = {
  listAgencyPeople: all,
  listInvitations: all,
  viewInvitation: all,
  editInvitationNote: partners,
  checkInvitation: all,
  listWebhooksDesk: all,
  viewWebhookHistory: all,
  restoreWebhook: all,
  listDeliveries: all,
  viewDelivery: all,
  viewConnection: all,
};
const BODIES: Partial<Record<DeskName, object>> = {
  editInvitationNote: { note: '', version: 1 },
  restoreWebhook: { change: 'x' },
};
const NAMES = Object.keys(EXPECTED) as (keyof typeof EXPECTED)[];

async function open() {
  const world = await openWorld({ answer: json({ _entries: [], _links: {} }) });
  const ask = async (name: DeskName, cookie: string, adminMail = OWN) => {
    const row: Endpoint = desk[name];
    const answer = await world.call(addressOf(row, { adminMail, id: 'x', topic: 'x' }), {
      method: row.method,
      headers: { cookie, ...CONSOLE },
      ...(BODIES[name] && { payload: BODIES[name] }),
    });
    const refused = answer.statusCode === 401 || answer.statusCode === 403;
    return refused ? String(answer.json().Type).replace('/problems/', '') : 'passes';
  };
  const disposed = () => world[Symbol.asyncDispose]();
  return { world, ask, [Symbol.asyncDispose]: disposed };
}

describe.each(ROLES)('%s', (role) => {
  it.each([OWN, FOREIGN])('is let in as the table says, for %s', async (adminMail) => {
    await using it = await open();
    const cookie = await it.world.signIn(role);
    const found = await Promise.all(NAMES.map((name) => it.ask(name, cookie, adminMail)));
    expect(found).toEqual(NAMES.map((name) => (EXPECTED[name]?.[role] ? 'passes' : 'forbidden')));
  });

  it('sees the summary of agencies, a seller of their own', async () => {
    await using it = await open();
    const cookie = await it.world.signIn(role);
    expect(await it.ask('viewAgencySummary', cookie, OWN)).toBe('passes');
    const asked = it.world.asked.length;
    const foreign = role === 'seller' ? 'foreign-agency' : 'passes';
    expect(await it.ask('viewAgencySummary', cookie, FOREIGN)).toBe(foreign);
    expect(it.world.asked.length - asked).toBe(role === 'seller' ? 0 : 2);
  });
});

it('lets nobody in who is not signed in', async () => {
  await using it = await open();
  const found = await Promise.all([...NAMES, 'viewAgencySummary' as const].map((name) => it.ask(name, '')));
  expect(new Set(found)).toEqual(new Set(['sign-in-required']));
  expect(it.world.asked).toHaveLength(0);
});
