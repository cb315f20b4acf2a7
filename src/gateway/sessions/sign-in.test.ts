import { describe, expect, it } from 'vitest';
import { listRights } from '#gateway/permissions/permissions.ts';
import type { Problem } from '#contract/problem.ts';
import { SignInAnswer } from '#contract/desk/signing-in.ts';
import { onEachEngine } from '#testing/engines.ts';
import { generatePassword } from '#gateway/people/passwords.ts';
import { systemRandom } from '#system/random.ts';
import { CONSOLE, OWN, openWorld, signIn } from '#testing/gateway-world.ts';
import { MINUTE, inDatabase } from '#testing/session-database.ts';

onEachEngine((engine) => {
  describe('signing in', () => {
    it('answers who the person is and sets a cookie that no script and no other site can use', async () => {
      await using world = await openWorld({ engine });
      const answer = await signIn(world.call, {
        mail: world.mail('seller'),
        password: world.password('seller'),
      });
      expect(answer.statusCode).toBe(200);
      expect(SignInAnswer.parse(answer.json())).toEqual({
        next: 'in',
        session: {
          person: {
            id: expect.stringMatching(/^\w{26}$/),
            mail: 'vendedora@vitrina.example',
            name: 'Valeria Sosa',
            role: 'seller',
          },
          agencies: [OWN],
          ownInquiriesIn: [],
          lastAgency: null,
          may: listRights('seller'),
          timeZone: 'America/Argentina/Buenos_Aires',
          referenceType: 'application/vnd.service.ref+json',
          regionsKnown: true,
          isHeld: false,
          endsInMs: 30 * MINUTE,
          endsAtLatestInMs: 12 * 60 * MINUTE,
        },
        secondFactors: [],
      });
      expect(answer.headers['cache-control']).toBe('private, no-store');
      expect(answer.headers['set-cookie']).toMatch(
        /^__Host-session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });

    it('takes the mail in any case', async () => {
      await using world = await openWorld({ engine });
      const mail = world.mail('support').toUpperCase();
      expect((await signIn(world.call, { mail, password: world.password('support') })).statusCode).toBe(200);
    });

    it('says the same of a wrong password, an unknown person and a disabled one', async () => {
      await using world = await openWorld({ engine });
      await inDatabase(world, (db) =>
        db
          .updateTable('person')
          .set({ disabled_at: world.clock.now })
          .where('mail', '=', world.mail('support'))
          .execute(),
      );
      const answers = await Promise.all([
        signIn(world.call, { mail: world.mail('seller'), password: generatePassword(systemRandom) }),
        signIn(world.call, { mail: 'nadie@vitrina.example', password: generatePassword(systemRandom) }),
        signIn(world.call, { mail: world.mail('support'), password: world.password('support') }),
      ]);
      const withoutId = (problem?: Problem) => ({
        ...problem,
        Extensions: { ...problem?.Extensions, RequestId: '' },
      });
      for (const answer of answers) {
        expect(answer.statusCode).toBe(401);
        expect(answer.headers['set-cookie']).toBeUndefined();
        expect(withoutId(answer.json())).toEqual(withoutId(answers[0]?.json<Problem>()));
      }
      expect(answers[0]?.json()).toMatchObject({ Type: '/problems/wrong-credentials', Status: 401 });
    });

    it.each([
      ['no body', undefined, '_'],
      ['a list', [], '_'],
      ['no mail', { mail: 'x', password: 'x' }, 'mail'],
      ['no password', { mail: 'a@b.example' }, 'password'],
      ['a member too many', { mail: 'a@b.example', password: 'x', role: 'support' }, '_'],
    ])('names the field that is wrong: %s', async (_, payload, field) => {
      await using world = await openWorld({ engine });
      const answer = await world.call('/desk/session', {
        method: 'POST',
        headers: { ...CONSOLE, 'content-type': 'application/json' },
        payload: JSON.stringify(payload) ?? '',
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ Type: '/problems/invalid-request' });
      expect(Object.keys(answer.json().Errors)).toContain(field);
    });

    it('refuses what is not JSON', async () => {
      await using world = await openWorld({ engine });
      const send = (type: string, payload: string) =>
        world.call('/desk/session', {
          method: 'POST',
          headers: { ...CONSOLE, 'content-type': type },
          payload,
        });
      expect((await send('application/json', '{')).statusCode).toBe(400);
      expect((await send('text/plain', '{}')).json()).toMatchObject({
        Type: '/problems/unsupported-media-type',
      });
      expect((await send('application/json', ' '.repeat(300_000))).json()).toMatchObject({
        Type: '/problems/too-large',
      });
    });
  });
});

describe('calls that change something', () => {
  const attempt = async (headers: Record<string, string>, publicUrl = 'http://localhost:4000') => {
    await using world = await openWorld({ config: { publicUrl } });
    const cookie = await world.signIn('seller');
    const answer = await world.call('/desk/session', { method: 'DELETE', headers: { cookie, ...headers } });
    const kept = await world.call('/desk/session', { headers: { cookie } });
    expect(kept.statusCode).toBe(answer.statusCode === 200 ? 401 : 200);
    return answer.statusCode === 200 ? 'done' : answer.json().Type;
  };
  const header = { 'x-vitrina': '1' };

  it.each<[string, Record<string, string>, string?]>([
    ['no header of the console', { 'sec-fetch-site': 'same-origin' }],
    ['neither site nor origin', header],
    ['another site', { ...header, 'sec-fetch-site': 'cross-site' }],
    ['a sister site', { ...header, 'sec-fetch-site': 'same-site' }],
    ['typed by hand', { ...header, 'sec-fetch-site': 'none' }],
    [
      'a lie about the origin beside the truth',
      { ...header, 'sec-fetch-site': 'cross-site', origin: 'http://localhost:4000' },
    ],
    ['another origin', { ...header, origin: 'http://evil.example' }],
    ['another port', { ...header, origin: 'http://localhost:4001' }],
    ['another scheme', { ...header, origin: 'https://localhost:4000' }],
    ['an origin without a name', { ...header, origin: 'null' }],
    ['a name that begins like ours', { ...header, origin: 'http://localhost:4000.evil.example' }],
    [
      'a host that agrees with the origin',
      { ...header, origin: 'http://evil.example', host: 'evil.example' },
    ],
    ['loopback, where we are not', { ...header, origin: 'http://localhost' }, 'https://consola.example'],
  ])('are refused: %s', async (_, headers, publicUrl) => {
    expect(await attempt(headers, publicUrl)).toBe('/problems/cross-site');
  });

  it.each<[string, Record<string, string>, string?]>([
    ['same origin by the browser', { ...header, 'sec-fetch-site': 'same-origin' }],
    ['same origin by its name', { ...header, origin: 'http://localhost:4000' }],
    ['the other name of loopback', { ...header, origin: 'http://127.0.0.1:4000' }],
    ['the public name', { ...header, origin: 'https://consola.example' }, 'https://consola.example'],
  ])('are done: %s', async (_, headers, publicUrl) => {
    expect(await attempt(headers, publicUrl)).toBe('done');
  });
});
