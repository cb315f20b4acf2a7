import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const AGENCY = 'ventas@rota.example';
const path = `/v3/consultas/${AGENCY}`;
const SIZE = 25;

/**
 * A deployment of the service with a long list, which stops or fails where it is told to, for lists up to a named day:
 * an export asks so, and the inbox, which reads ahead, does not.
 */
export interface LongService {
  url: string;
  pages: number;
  /** From this page on it answers with an error. */
  failsFrom: number;
  /** From this page on it does not answer. */
  silentFrom: number;
  /** Pages that were asked for and given up by who asked, before there was an answer. */
  givenUp: number[];
  close(): Promise<void>;
}

export const sidAt = (number: number) => `01JC00000000000000000${String(number).padStart(5, '0')}`;

export async function startLongService(): Promise<LongService> {
  const service: LongService = {
    url: '',
    pages: 1,
    failsFrom: Infinity,
    silentFrom: Infinity,
    givenUp: [],
    close: () => close(server),
  };
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const page = Number(searchParams.get('pagina') ?? 1);
    const told = searchParams.has('hasta');
    if (told && page >= service.silentFrom) {
      response.once('close', () => service.givenUp.push(page));
      return;
    }
    if (told && page >= service.failsFrom) write(response, 500, {});
    else write(response, 200, pageOf(service.pages, page));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function write(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function pageOf(pages: number, page: number): object {
  const first = (page - 1) * SIZE;
  return {
    Desde: '2026-08-22T00:00:00-03:00',
    Hasta: '2026-11-20T23:59:59.999-03:00',
    Pagina: page,
    Total: pages * SIZE,
    PerPagina: SIZE,
    _links: {
      self: { href: path },
      ...(page < pages && { next: { href: `${path}?pagina=${page + 1}` } }),
    },
    _entries: Array.from({ length: SIZE }, (_, at) => inquiry(first + at)),
  };
}

function inquiry(number: number): object {
  return {
    Momento: '2026-11-10T10:00:00-03:00',
    OrigenLead: 'Formulario',
    TipoAnuncio: 'Usado',
    Auto: { ExternalId: 'A-1', Marca: 'Fiat', Modelo: 'Cronos', VersionYear: 2021 },
    Interesado: { Nombre: 'Ana', Apellido: 'Sosa', Comentario: 'Hola' },
    OperadorResponsable: AGENCY,
    _links: { self: { href: `${path}/${sidAt(number)}` } },
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
