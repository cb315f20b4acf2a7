import { expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { createPeople } from '#gateway/people/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { json, openWorld, signIn, cookieOf } from '#gateway/world-for-tests.ts';

const PEOPLE = 10;
const CALLS = 1000;
const PASSWORD = 'una clave bien larga';
const mailOf = (number: number) => `ventas@agencia-${number}.example`;
const canaryOf = (mail: string) => `canario de ${mail}.`;

it('many who ask at once are each told of their own agency, and of no other', async () => {
  await using world = await openWorld({
    // Later ones overtake earlier ones.
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
      agencies: [mailOf(number)],
      password: PASSWORD,
    })),
    1,
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
      const mail = mailOf(number);
      const paths = [
        `/v3/agencias/${mail}`,
        `/v3/consultas/${mail}`,
        `/desk/agencies/${mail}/summary`,
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
