import { expect, it } from 'vitest';
import * as contract from '#contract/catalogs.ts';
import { Reference } from '#contract/collection.ts';
import { NOON, createSignedRequest, openRefusalWorld } from '#testing/service-world.ts';

const REF = { accept: 'application/vnd.service.ref+json' };
const world = openRefusalWorld('sqlite', async () => {});
const get = async (path: string, headers?: Record<string, string>) => {
  const reply = await world().call(path, { headers });
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
const names = (list: { _entries: { Nombre: string }[] }) => list._entries.map(({ Nombre }) => Nombre);

it.each([
  ['/v3/carrocerias', contract.Carrocerias, 9],
  ['/v3/ciudades?region=17', contract.Ciudades, 72],
  ['/v3/colores', contract.Colores, 36],
  ['/v3/marcas', contract.Marcas, 80],
  ['/v3/marcas?soloMercadoNuevos=true', contract.Marcas, 50],
])('a catalog lists %s by name', async (path, schema, count) => {
  const list = schema.parse(await get(path));
  expect(list._entries).toHaveLength(count);
  expect(names(list)).toEqual(names(list).toSorted(new Intl.Collator('es').compare));
  expect(list._links.self?.href).toBe(path);
});

it.each([
  ['/v3/carrocerias/7', { Nombre: 'Sedán', Codename: 'sedan' }],
  ['/v3/Ciudades/1833/', { Nombre: 'Rosario', Region: 'Santa Fe' }],
  ['/v3/colores/6', { Nombre: 'Blanco', HtmlColor: '#FFFFFF' }],
  ['/v3/marcas/77', { Nombre: 'Volkswagen', Codenames: ['volkswagen', 'vw'], Modelos: { _links: {} } }],
])('a catalog shows %s, which its own link names', async (path, entry) => {
  const body = await get(path);
  expect(body).toMatchObject(entry);
  expect(await get(body._links.self.href)).toEqual(body);
});

it.each([
  ['/v3/ciudades/1833', { href: '/v3/ciudades/1833', title: 'Rosario (Santa Fe)' }],
  [
    '/v3/ciudades/bestmatch?state=AR-S&city=rosario',
    { href: '/v3/ciudades/1833', title: 'Rosario (Santa Fe)' },
  ],
  ['/v3/colores/6', { href: '/v3/colores/6', title: 'Blanco' }],
  ['/v3/marcas/bestmatch?make=vw', { href: '/v3/marcas/77', title: 'Volkswagen' }],
  ['/v3/marcas/77', { href: '/v3/marcas/77', title: 'Volkswagen' }],
])('a catalog refers to %s', async (path, reference) => {
  expect(Reference.parse(await get(path, REF))).toEqual(reference);
});

it.each([
  ['/v3/ciudades?q=rosario&region=17', '/v3/ciudades/1833'],
  ['/v3/colores?nombre=bordo', '/v3/colores/8'],
  ['/v3/marcas?q=vw', '/v3/marcas/77'],
])('a catalog refers to the entries of %s', async (path, first) => {
  const list = contract.CatalogRef.parse(await get(path, REF));
  expect(list._entries.map(({ href }) => href)).toContain(first);
});

it.each([
  ['/v3/colores?q=PERLADO', ['Blanco perlado', 'Negro perlado']],
  ['/v3/colores?nombre=gris', ['Gris']],
  ['/v3/colores?nombre=%20bordo%CC%81%20', ['Bordó']],
  ['/v3/colores?q=R%C3%93S', ['Rosa']],
  ['/v3/colores?nombre=gris&q=plata', []],
  ['/v3/colores?nombre=gri', []],
  ['/v3/colores?q=%25', []],
  ['/v3/marcas?q=benz', ['Mercedes-Benz']],
  ['/v3/marcas?q=CITROEN', ['Citroën']],
  ['/v3/marcas?q=kgm', ['SsangYong']],
  ['/v3/marcas?q=maz&soloMercadoNuevos=TRUE', []],
  ['/v3/marcas?q=maz&soloMercadoNuevos=0', ['Mazda']],
  ['/v3/ciudades?region=999', []],
  ['/v3/ciudades?q=zzzz', []],
  ['/v3/ciudades?q=bariloche', ['San Carlos de Bariloche']],
])('a catalog filters %s', async (path, found) => {
  const list = await get(path);
  expect(names(list)).toEqual(found);
});

it.each([
  ['/v3/carrocerias/bestmatch?bodystyle=pick-up', 'Pickup'],
  ['/v3/carrocerias/bestmatch?bodystyle=coupe', 'Coupé'],
  ['/v3/carrocerias/bestmatch?bodystyle=8', 'SUV'],
  ['/v3/carrocerias/bestmatch?bodystyle=http://localhost:4001/v3/carrocerias/8', 'SUV'],
  ['/v3/carrocerias/bestmatch?bodystyle=/v3/carrocerias/8', 'SUV'],
  ['/v3/carrocerias/bestmatch?bodystyle=Sed%C3%A1n', 'Sedán'],
  ['/v3/carrocerias/bestmatch?bodystyle=sedan', 'Sedán'],
  ['/v3/marcas/bestmatch?make=77', 'Volkswagen'],
  ['/v3/marcas/bestmatch?make=http://localhost:4001/v3/marcas/77', 'Volkswagen'],
  ['/v3/marcas/bestmatch?make=http%3A%2F%2F127.0.0.1%3A9%2FV3%2FMarcas%2F77%2F', 'Volkswagen'],
  ['/v3/marcas/bestmatch?make=/v3/marcas/77', 'Volkswagen'],
  ['/v3/marcas/bestmatch?make=Volkswagen', 'Volkswagen'],
  ['/v3/marcas/bestmatch?make=vw', 'Volkswagen'],
  ['/v3/marcas/bestmatch?make=maxda', 'Mazda'],
  ['/v3/marcas/bestmatch?make=vokswagen', 'Volkswagen'],
  ['/v3/ciudades/bestmatch?state=bs.as.&city=mar+del+plata', 'Mar del Plata'],
  ['/v3/ciudades/bestmatch?state=16&city=bariloche', 'San Carlos de Bariloche'],
  ['/v3/ciudades/bestmatch?state=/v3/regiones/17&city=1833', 'Rosario'],
  [
    '/v3/ciudades/bestmatch?state=http://localhost:4001/v3/regiones/17&city=http://localhost:4001/v3/ciudades/1833',
    'Rosario',
  ],
  ['/v3/ciudades/bestmatch?state=Santa+Fe&city=/v3/ciudades/1833', 'Rosario'],
  ['/v3/ciudades/bestmatch?state=AR-S&city=Rosario', 'Rosario'],
])('a catalog finds the best match of %s', async (path, name) => {
  expect((await get(path)).Nombre).toBe(name);
});

it.each([
  ['/v3/carrocerias/bestmatch', 'bodystyle'],
  ['/v3/carrocerias/bestmatch?bodystyle=', 'bodystyle'],
  ['/v3/carrocerias/bestmatch?bodystyle=4x4', 'bodystyle'],
  ['/v3/ciudades', '_'],
  ['/v3/ciudades?q=%20', 'q'],
  ['/v3/ciudades?region=x', 'region'],
  ['/v3/ciudades?region=2147483648', 'region'],
  ['/v3/ciudades?region=1&region=2', 'region'],
  ['/v3/ciudades/bestmatch?city=Rosario', 'state'],
  ['/v3/ciudades/bestmatch?state=AR-S', 'city'],
  ['/v3/ciudades/bestmatch?state=Narnia&city=Rosario', 'state'],
  ['/v3/ciudades/bestmatch?state=AR-X&city=1833', 'city'],
  ['/v3/colores?q=', 'q'],
  ['/v3/colores?nombre=+', 'nombre'],
  ['/v3/marcas?soloMercadoNuevos=si', 'soloMercadoNuevos'],
  ['/v3/marcas?soloMercadoNuevos=', 'soloMercadoNuevos'],
  ['/v3/marcas?q=%00', 'q'],
  ['/v3/marcas/bestmatch', 'make'],
  ['/v3/marcas/bestmatch?make=lada', 'make'],
  ['/v3/marcas/bestmatch?make=https://otro.example/v3/marcas/77', 'make'],
  [`/v3/marcas/bestmatch?make=${'a'.repeat(201)}`, 'make'],
])('400: %.60s', async (path, parameter) => {
  const reply = await world().call(path);
  expect(reply.statusCode).toBe(400);
  expect(reply.headers['content-type']).toMatch('application/problem+json');
  expect(Object.keys(reply.json().Errors)).toEqual([parameter]);
});

it.each(['carrocerias', 'ciudades', 'colores', 'marcas'])('404 without a body: %s', async (catalog) => {
  for (const id of ['0', '-1', '2147483647', '2147483648', '1.0', '1e3', '010', 'x', '%20', '%00']) {
    const reply = await world().call(`/v3/${catalog}/${id}`);
    expect([id, reply.statusCode, reply.body]).toEqual([id, 404, '']);
  }
});

it.each(['/v3/carrocerias', '/v3/carrocerias/1', '/v3/carrocerias/bestmatch?bodystyle=suv', '/v3'])(
  'a catalog has no reference form: %s',
  async (path) => {
    expect((await world().call(path, { headers: REF })).statusCode).toBe(406);
  },
);

const CACHED = ['/v3', '/v3/marcas', '/v3/marcas/77', '/v3/ciudades/bestmatch?state=17&city=rosario'];

it.each(CACHED)('a catalog answers 304 for what is unchanged: %s', async (path) => {
  const fresh = await world().call(path);
  const tag = String(fresh.headers.etag);
  expect(tag).toMatch(/^"[\w-]{27}"$/);
  expect(fresh.headers).toMatchObject({
    vary: 'Accept, Authorization',
    'cache-control': 'private, no-cache',
  });
  for (const method of ['GET', 'HEAD'] as const)
    for (const given of [tag, `W/${tag}`, `"a", W/"b" , ${tag}`, '*']) {
      const reply = await world().call(path, { method, headers: { 'if-none-match': given } });
      expect([method, given, reply.statusCode, reply.body]).toEqual([method, given, 304, '']);
      expect(reply.headers).toMatchObject({
        etag: tag,
        vary: 'Accept, Authorization',
        'cache-control': 'private, no-cache',
      });
      expect(reply.headers['content-type']).toBeUndefined();
    }
  for (const other of ['"x"', tag.slice(1, -1), '', `w/${tag}`, `"${tag}"`])
    expect((await world().call(path, { headers: { 'if-none-match': other } })).statusCode).toBe(200);
});

it('a catalog tags each form and each app apart', async () => {
  const other = await world().otherApp();
  const tags = await Promise.all(
    [{}, { accept: 'text/json' }, REF].map(
      async (headers) => (await world().call('/v3/marcas', { headers })).headers.etag,
    ),
  );
  const foreign = await world().app.inject(createSignedRequest('/v3/marcas', { as: other, now: NOON }));
  expect(new Set([...tags, foreign.headers.etag]).size).toBe(4);
});
