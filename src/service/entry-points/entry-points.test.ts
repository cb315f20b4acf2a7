import { expect, it } from 'vitest';
import { EntryPoints } from '#contract/entry-points.ts';
import { openServiceWorld } from '#testing/service-world.ts';

it('the root names every entry point, as a template where there are parameters', async () => {
  await using world = await openServiceWorld('sqlite');
  const { _links } = EntryPoints.parse((await world.call('/V3/')).json());
  expect(_links).toMatchObject({
    self: { href: '/v3' },
    agencias: { href: '/v3/agencias{?operador}', templated: true },
    agencia: { href: '/v3/agencias/{adminMail}', templated: true },
    productos: { href: '/v3/agencias/{adminMail}/productos', templated: true },
    appnotificaciones: { href: '/v3/appnotificaciones' },
    appnotificacion: { href: '/v3/appnotificaciones/{topic}', templated: true },
    consultas: {
      href: '/v3/consultas/{adminMail}{?operador,externalid,desde,hasta,pagina}',
      templated: true,
    },
    consulta: { href: '/v3/consultas/{adminMail}/{sid}', templated: true },
    carrocerias: { href: '/v3/carrocerias' },
    carroceriaBestmatch: { href: '/v3/carrocerias/bestmatch{?bodystyle}', templated: true },
    ciudades: { href: '/v3/ciudades{?region,q}', templated: true },
    ciudadBestmatch: { href: '/v3/ciudades/bestmatch{?state,city}', templated: true },
    colores: { href: '/v3/colores{?q,nombre}', templated: true },
    marcas: { href: '/v3/marcas{?q,soloMercadoNuevos}', templated: true },
    marcaBestmatch: { href: '/v3/marcas/bestmatch{?make}', templated: true },
  });
});
