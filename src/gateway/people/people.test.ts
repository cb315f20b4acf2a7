import { describe, expect, it } from 'vitest';
import { People, Person } from '#contract/desk/people.ts';
import { onEachEngine } from '#testing/engines.ts';
import { inDatabase } from '#testing/follow-up-world.ts';
import {
  CONSOLE,
  FOREIGN,
  OWN,
  type World,
  cookieOf,
  findLinkToken,
  openWorld,
  readMails,
  signIn,
} from '#testing/gateway-world.ts';

type Method = 'GET' | 'POST' | 'PUT';
const SELLER = {
  mail: 'Nora@Ruta9.example',
  name: 'Nora Díaz',
  role: 'seller',
  agencies: [{ adminMail: OWN, ownInquiriesOnly: true }],
} as const;
const PARTNER = { mail: 'pablo@x.example', name: 'Pablo Ruiz', role: 'partner', agencies: [] } as const;
const PASSWORD = 'tres tristes tigres';

async function asPartner(world: World) {
  const cookie = await world.signIn('partner');
  return (method: Method, path: string, payload?: object) =>
    world.call(`/desk/people${path}`, {
      method,
      headers: { ...CONSOLE, cookie },
      ...(payload && { payload }),
    });
}
type Ask = Awaited<ReturnType<typeof asPartner>>;

const everybody = async (ask: Ask) => People.parse((await ask('GET', '')).json()).people;
const invite = async (ask: Ask, body: object) => Person.parse((await ask('POST', '', body)).json());

/** Accepts the newest invitation and returns the cookie. */
async function accept(world: World, count: number): Promise<string> {
  const token = findLinkToken((await readMails(world, count)).at(-1));
  const answer = await world.call('/desk/links/use', {
    method: 'POST',
    headers: CONSOLE,
    payload: { token, password: PASSWORD },
  });
  expect(answer.statusCode).toBe(200);
  return cookieOf(answer);
}

onEachEngine((engine) => {
  it('200: everybody, by name, with what they may see', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const { people, mails } = People.parse((await ask('GET', '')).json());
    expect(people.map(({ name, role, state }) => [name, role, state])).toEqual([
      ['Paula Ferreyra', 'partner', 'active'],
      ['Simón Aguirre', 'support', 'active'],
      ['Valeria Sosa', 'seller', 'active'],
    ]);
    expect(people.at(-1)?.agencies).toEqual([{ adminMail: OWN, ownInquiriesOnly: false }]);
    expect(people.map(({ seenAt }) => seenAt === null)).toEqual([false, true, true]);
    expect(mails).toBe('files');
  });

  it('200: somebody whose sessions ended was last seen at their last act', async () => {
    await using world = await openWorld({ engine });
    const { now } = world.clock;
    await world.signIn('seller');
    world.clock.now += 60_000;
    await signIn(world.call, { mail: 'vendedora@vitrina.example', password: 'not this one' });
    await inDatabase(world, ({ db }) => db.deleteFrom('session').execute());
    const ask = await asPartner(world);
    const { people } = People.parse((await ask('GET', '')).json());
    expect(people.find(({ role }) => role === 'seller')?.seenAt).toBe(now);
  });

  it('201: invites by mail, with a link for 72 hours', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const answer = await ask('POST', '', SELLER);
    expect(answer.statusCode).toBe(201);
    const person = Person.parse(answer.json());
    expect(answer.headers.location).toBe(`/desk/people/${person.id}`);
    expect(person).toMatchObject({
      mail: 'nora@ruta9.example',
      state: 'invited',
      agencies: [{ adminMail: OWN, ownInquiriesOnly: true }],
      invitationEndsAt: world.clock.now + 72 * 3_600_000,
      seenAt: null,
      version: 1,
    });
    const [letter = ''] = await readMails(world, 1);
    expect(letter).toMatch(/^To: nora@ruta9\.example$/m);
    expect(letter).toContain('Hola, Nora Díaz:');
    expect(letter).toContain(`${world.config.publicUrl}/welcome/`);
    expect((await ask('GET', `/${person.id}`)).json()).toEqual(person);

    const cookie = await accept(world, 1);
    const session = (await world.call('/desk/session', { headers: { cookie } })).json();
    expect(session).toMatchObject({ agencies: [OWN], ownInquiriesIn: [OWN] });
    expect((await everybody(ask)).find(({ id }) => id === person.id)).toMatchObject({
      state: 'active',
      invitationEndsAt: null,
    });
  });

  it.each([
    ['a mail that is none', { ...SELLER, mail: 'nora' }, { mail: ['invalid'] }],
    ['two mails', { ...SELLER, mail: 'nora@x.example, otra@x.example' }, { mail: ['invalid'] }],
    [
      'a mail with a header',
      { ...SELLER, mail: 'nora@x.example\r\nBcc: otra@x.example' },
      { mail: ['invalid'] },
    ],
    ['a name with a NUL', { ...SELLER, name: 'Nora\0' }, { name: ['invalid'] }],
    ['no name', { ...SELLER, name: ' ' }, { name: ['invalid'] }],
    ['a name with a line break', { ...SELLER, name: 'Nora\r\nBcc: otra@x.example' }, { name: ['invalid'] }],
    ['no such role', { ...SELLER, role: 'boss' }, { role: ['invalid'] }],
    ['a seller of nobody', { ...SELLER, agencies: [] }, { agencies: ['agency-needed'] }],
    [
      'agencies of a partner',
      { ...PARTNER, agencies: SELLER.agencies },
      { agencies: ['agencies-not-wanted'] },
    ],
    [
      'an agency twice',
      {
        ...SELLER,
        agencies: [OWN, OWN.toUpperCase()].map((adminMail) => ({ adminMail, ownInquiriesOnly: false })),
      },
      { agencies: ['twice'] },
    ],
    [
      'the administrator limited in the agency',
      { ...SELLER, mail: OWN.toUpperCase() },
      { 'agencies.0.ownInquiriesOnly': ['unlimited-admin'] },
    ],
    ['a member too many', { ...SELLER, id: 'x' }, { _: ['invalid'] }],
    [
      'a right made up',
      { ...SELLER, agencies: [{ adminMail: OWN }] },
      { 'agencies.0.ownInquiriesOnly': ['invalid'] },
    ],
  ])('400: %s', async (_, body, errors) => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const answer = await ask('POST', '', body);
    expect([answer.statusCode, answer.json().Errors]).toEqual([400, errors]);
    expect(await everybody(ask)).toHaveLength(3);
  });

  it('409: a mail that somebody has, in any case, also when two invite at once', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const taken = await ask('POST', '', { ...SELLER, mail: world.mail('seller').toUpperCase() });
    expect([taken.statusCode, taken.json().Type]).toEqual([409, '/problems/mail-taken']);
    const both = await Promise.all([ask('POST', '', PARTNER), ask('POST', '', PARTNER)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('404: nobody of that id', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const edit = { name: 'Nadie', role: 'support', agencies: [], version: 1 };
    for (const [method, path, body] of [
      ['GET', '/x', undefined],
      ['GET', '/%00', undefined],
      ['PUT', '/x', edit],
      ['PUT', '/x/access', { enabled: false }],
      ['POST', '/x/reset', { removeSecondFactor: false }],
      ['POST', '/x/invitation', undefined],
    ] as const)
      expect([path, (await ask(method, path, body)).statusCode]).toEqual([path, 404]);
  });

  it('200: new rights hold at the next call of a session that is open', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const cookie = await world.signIn('seller');
    const seller = (await everybody(ask)).find(({ role }) => role === 'seller');
    const agencies = [{ adminMail: FOREIGN, ownInquiriesOnly: false }];
    const edit = { name: 'Valeria S.', role: 'seller', agencies, version: seller?.version };
    const answer = await ask('PUT', `/${seller?.id}`, edit);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { name: 'Valeria S.', agencies, version: 2 },
    ]);
    const status = async (mail: string) =>
      (await world.call(`/v3/agencias/${mail}`, { headers: { cookie } })).statusCode;
    expect([await status(OWN), await status(FOREIGN)]).toEqual([403, 200]);
  });

  it('another role ends every session, and whoever has to sets up a second factor at the next', async () => {
    await using world = await openWorld({ engine, config: { requireSecondFactor: ['support'] } });
    const ask = await asPartner(world);
    const cookie = await world.signIn('seller');
    const seller = (await everybody(ask)).find(({ role }) => role === 'seller');
    const view = async () => (await world.call('/desk/session', { headers: { cookie } })).statusCode;
    const same = { name: 'Valeria S.', role: 'seller', agencies: seller?.agencies, version: 1 };
    expect((await ask('PUT', `/${seller?.id}`, same)).statusCode).toBe(200);
    expect(await view()).toBe(200);
    const other = { name: 'Valeria S.', role: 'support', agencies: [], version: 1 };
    expect((await ask('PUT', `/${seller?.id}`, other)).statusCode).toBe(409);
    expect(await view()).toBe(200);
    expect((await ask('PUT', `/${seller?.id}`, { ...other, version: 2 })).statusCode).toBe(200);
    expect(await view()).toBe(401);
    const again = { mail: world.mail('seller'), password: world.password('seller') };
    expect((await signIn(world.call, again)).json().next).toBe('set-up-second-factor');
  });

  it('409: changed meanwhile, and nothing of either is lost', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const support = (await everybody(ask)).find(({ role }) => role === 'support');
    const edit = (name: string) =>
      ask('PUT', `/${support?.id}`, { name, role: 'support', agencies: [], version: support?.version });
    const both = await Promise.all([edit('Simón Uno'), edit('Simón Dos')]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json().Type).toBe(
      '/problems/changed-meanwhile',
    );
    const won = both.find(({ statusCode }) => statusCode === 200)?.json().name;
    expect((await everybody(ask)).find(({ id }) => id === support?.id)).toMatchObject({
      name: won,
      version: 2,
    });
  });

  describe('disabling', () => {
    it('ends every session and link at once; enabling lets in again and brings none back', async () => {
      await using world = await openWorld({ engine });
      const ask = await asPartner(world);
      const cookie = await world.signIn('seller');
      const { id = '' } = (await everybody(ask)).find(({ role }) => role === 'seller') ?? {};
      await ask('POST', `/${id}/reset`, { removeSecondFactor: false });
      const token = findLinkToken((await readMails(world, 1))[0]);
      const view = () => world.call('/desk/session', { headers: { cookie } });
      expect((await ask('PUT', `/${id}/access`, { enabled: false })).json()).toMatchObject({
        state: 'disabled',
      });
      expect((await view()).statusCode).toBe(401);
      const use = () =>
        world.call('/desk/links/use', {
          method: 'POST',
          headers: CONSOLE,
          payload: { token, password: PASSWORD },
        });
      expect((await use()).statusCode).toBe(404);
      expect((await ask('PUT', `/${id}/access`, { enabled: true })).json()).toMatchObject({
        state: 'active',
      });
      expect([(await view()).statusCode, (await use()).statusCode]).toEqual([401, 404]);
    });

    it('409: the last partner can be neither disabled nor demoted, and an invited one does not count', async () => {
      await using world = await openWorld({ engine });
      const ask = await asPartner(world);
      await invite(ask, PARTNER);
      const me = (await everybody(ask)).find(({ name }) => name === 'Paula Ferreyra');
      const disable = await ask('PUT', `/${me?.id}/access`, { enabled: false });
      expect([disable.statusCode, disable.json().Type]).toEqual([409, '/problems/last-partner']);
      const demote = { name: 'Paula', role: 'support', agencies: [], version: me?.version };
      expect((await ask('PUT', `/${me?.id}`, demote)).statusCode).toBe(409);
      expect((await everybody(ask)).find(({ id }) => id === me?.id)).toEqual(me);
      await accept(world, 1);
      expect((await ask('PUT', `/${me?.id}`, demote)).statusCode).toBe(200);
      expect((await ask('GET', '')).statusCode).toBe(401);
    });

    it('leaves one of two partners who disable each other at once', async () => {
      await using world = await openWorld({ engine });
      const ask = await asPartner(world);
      const other = await invite(ask, PARTNER);
      const cookie = await accept(world, 1);
      const me = (await everybody(ask)).find(({ name }) => name === 'Paula Ferreyra');
      const payload = { enabled: false };
      const both = await Promise.all([
        ask('PUT', `/${other.id}/access`, payload),
        world.call(`/desk/people/${me?.id}/access`, {
          method: 'PUT',
          headers: { ...CONSOLE, cookie },
          payload,
        }),
      ]);
      expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    });
  });

  it('200: a reset ends password and sessions, keeps the second factor unless asked, and mails a link', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const cookie = await world.signIn('support');
    const { id = '' } = (await everybody(ask)).find(({ role }) => role === 'support') ?? {};
    expect((await ask('POST', `/${id}/reset`, { removeSecondFactor: false })).statusCode).toBe(200);
    expect((await world.call('/desk/session', { headers: { cookie } })).statusCode).toBe(401);
    await expect(world.signIn('support')).resolves.toBe('');
    const [letter] = await readMails(world, 1);
    expect(letter).toContain('/recover/');
  });

  it('409: resets only who is active, invites again only who is invited; a new invitation kills the former', async () => {
    await using world = await openWorld({ engine });
    const ask = await asPartner(world);
    const { id } = await invite(ask, SELLER);
    const [first] = await readMails(world, 1);
    expect((await ask('POST', `/${id}/reset`, { removeSecondFactor: false })).json().Type).toBe(
      '/problems/not-active',
    );
    world.clock.now += 1000;
    expect((await ask('POST', `/${id}/invitation`)).statusCode).toBe(200);
    await readMails(world, 2);
    const view = await world.call('/desk/links/view', {
      method: 'POST',
      headers: CONSOLE,
      payload: { token: findLinkToken(first) },
    });
    expect(view.statusCode).toBe(404);
    await accept(world, 2);
    expect((await ask('POST', `/${id}/invitation`)).json().Type).toBe('/problems/not-invited');
  });
});
