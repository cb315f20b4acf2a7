import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a broken deployment of the service does; `well` answers one inquiry. */
export type Mood = 'well' | 'html' | 'half' | 'shape' | 'silent' | 'refuses';

export const AGENCY = 'ventas@rota.example';
const SID = '01JC0000000000000000000000';
const path = `/v3/consultas/${AGENCY}`;

const inquiry = {
  Momento: '2026-11-10T10:00:00-03:00',
  OrigenLead: 'Formulario',
  TipoAnuncio: 'Usado',
  Auto: { ExternalId: 'A-1', Marca: 'Fiat', Modelo: 'Cronos', VersionYear: 2021 },
  Interesado: { Nombre: 'Ana', Apellido: 'Sosa', Comentario: 'Hola' },
  OperadorResponsable: AGENCY,
  _links: { self: { href: `${path}/${SID}` } },
};

/** A deployment of the service that fails in the way it is told to. */
export interface FaultService {
  url: string;
  mood: Mood;
  close(): Promise<void>;
}

export async function startFaultService(): Promise<FaultService> {
  const service: FaultService = { url: '', mood: 'well', close: () => close(server) };
  const server = createServer((request, response) => {
    const one = request.url?.includes(SID);
    answer(service.mood, one ? inquiry : page(), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function page() {
  const window = { Desde: '2026-08-22T00:00:00-03:00', Hasta: '2026-11-20T23:59:59.999-03:00' };
  return {
    ...window,
    Pagina: 1,
    Total: 1,
    PerPagina: 25,
    _links: { self: { href: path } },
    _entries: [inquiry],
  };
}

function answer(mood: Mood, body: object, response: ServerResponse): void {
  const json = JSON.stringify(body);
  const write = (status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': type }).end(text);
  switch (mood) {
    case 'well':
      write(200, 'application/json', json);
      return;
    case 'html':
      write(200, 'text/html', '<h1>Mantenimiento</h1><script>alert(1)</script>');
      return;
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length });
      response.write(json.slice(0, 40), () => response.destroy());
      return;
    case 'shape':
      write(200, 'application/json', json.replace('"VersionYear":2021', '"VersionYear":{"no":"es un año"}'));
      return;
    case 'refuses':
      write(
        401,
        'application/problem+json',
        JSON.stringify({ Detail: 'La firma no coincide: secreto-interno' }),
      );
      return;
    case 'silent':
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
