import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { openDatabase } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { stampAt } from '#testing/clocks.ts';
import { CONSOLE, FOREIGN, OWN, cookieOf, json, openWorld, signIn } from '#testing/gateway-world.ts';

const PEOPLE = 10;
const CALLS = 1000;
const PASSWORD = 'una clave bien larga';
const agencyMail = (number: number) => `ventas@agencia-${number}.example`;
const canaryOf = (mail: string) => `canario de ${mail}.`;

it('many who ask at once are each told of their own agency, and of no other', async () => {
  await using world = await openWorld({
    // Replies arrive out of order.
    answer: (request, response) => {
      const [mail = ''] = /ventas@agencia-\d+\.example/.exec(decodeURIComponent(request.url ?? '')) ?? [];
      const canary = canaryOf(mail);
      const entry = { Momento: '2026-03-05T11:00:00-03:00', Auto: {}, Interesado: { Nombre: canary } };
      const list = { Total: 1, _entries: [entry] };
      const answer = json(request.url?.includes('/consultas/') ? list : { Paquete: canary, Productos: [] });
      setTimeout(() => answer(request, response), Math.random() * 20);
    },
  });
  const numbers = Array.from({ length: PEOPLE }, (_, number) => number);
  const database = await openDatabase<GatewayTables>(world.config.database);
  await createPeople(
    database.db,
    numbers.map((number) => ({
      mail: `p${number}@x.example`,
      name: `Persona ${number}`,
      role: 'seller' as const,
      agencies: [agencyMail(number)],
      password: PASSWORD,
    })),
    stampAt(1),
  );
  await database.close();
  const cookies: string[] = [];
  for (const number of numbers)
    cookies.push(cookieOf(await signIn(world.call, { mail: `p${number}@x.example`, password: PASSWORD })));

  const wrong: string[] = [];
  let told = 0;
  let call = 0;
  const ask = async (): Promise<void> => {
    while (call < CALLS) {
      const number = call % PEOPLE;
      const mail = agencyMail(number);
      const paths = [
        `/v3/agencias/${mail}`,
        `/v3/consultas/${mail}`,
        `/v3/agencias/${mail}/productos`,
        '/desk/me',
      ];
      const url = paths[Math.floor(call / PEOPLE) % paths.length] ?? '';
      call += 1;
      const answer = await world.call(url, { headers: { cookie: cookies[number] ?? '' } });
      const canaries = answer.body.match(/canario de [^"]+?\.example\./g) ?? [];
      const people = answer.body.match(/p\d+@x\.example/g) ?? [];
      told += canaries.length + people.length;
      const others =
        canaries.some((one) => one !== canaryOf(mail)) ||
        people.some((one) => one !== `p${number}@x.example`);
      if (others || answer.statusCode >= 500)
        wrong.push(`${url} ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 50 }, ask));
  expect(wrong).toEqual([]);
  expect(told).toBeGreaterThan(CALLS / 2);
}, 60_000);

it('a body that names another agency than the address changes nothing there', async () => {
  await using world = await openWorld({ answer: json({}, 200) });
  const written: string[] = [];
  world.upstream.answer = (request, response) => {
    request.on('data', (bytes: Buffer) => void written.push(bytes.toString()));
    request.on('end', () => json({ Errors: { AdminMail: ['no'] } }, 400)(request, response));
  };
  const ask = async (url: string, payload: object) =>
    world.call(url, {
      method: 'PUT',
      headers: { ...CONSOLE, cookie: await world.signIn('partner') },
      payload,
    });
  const named = { AdminMail: FOREIGN, Nombre: 'Otra' };
  expect((await ask(`/v3/agencias/${OWN}`, named)).statusCode).toBe(400);
  // Authorization uses the path; the service validates the body.
  expect(world.upstreamRequests.map(({ url }) => url)).toEqual([`/v3/agencias/${OWN}`]);
  expect(written).toEqual([JSON.stringify(named)]);
  const hours = { hours: defaultHours('America/Argentina/Buenos_Aires'), version: 0, adminMail: FOREIGN };
  expect((await ask(`/desk/hours/${OWN}`, hours)).json().Errors).toEqual({ _: ['invalid'] });
  const cookie = await world.signIn('partner');
  const { entries } = (await world.call('/desk/audit', { headers: { cookie } })).json();
  const agencies = entries.flatMap(({ action, agency }: Record<string, unknown>) =>
    action === 'editAgency' || action === 'setHours' ? [agency] : [],
  );
  expect(agencies).toEqual([OWN, OWN]);
});
