import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '#testing/server-process.ts';
import { testWithUpstream } from './test.ts';

export const AGENCY = 'ventas@rota.example';
export const NAME = 'Automotores Rota';
const LIST = `/v3/consultas/${AGENCY}`;
const PAGE_SIZE = 25;

/**
 * Answers of a broken deployment of the service. `silent`: none, `slow`: the right one, late, `empty`: a list
 * without entries, `missing`: 404.
 */
export type Fault = 'html' | 'half' | 'shape' | 'silent' | 'slow' | 'refused' | 'error' | 'empty' | 'missing';

const SLOW_MS = 4000;

/** Identifier of an inquiry by its number; 0 is the newest. */
export const sidAt = (number: number) => `01JC00000000000000000${String(number).padStart(5, '0')}`;

/** The page of the list that is asked for; 0: something else. */
const pageIn = (url: URL) =>
  decodeURIComponent(url.pathname) === LIST ? Number(url.searchParams.get('pagina') ?? 1) : 0;

/** A deployment of the service with one agency, which fails as it is told to. */
export class FaultService {
  url = '';
  inquiries = 1;
  readonly #faults: { fault: Fault; affects: (url: URL) => boolean }[] = [];
  readonly #startedAt = Date.now();
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service.invalid');
    const fault = this.#faults.findLast(({ affects }) => affects(url))?.fault;
    if (fault === 'slow') setTimeout(() => answer(response, this.#bodyOf(url)), SLOW_MS);
    else if (fault !== 'silent') answer(response, this.#bodyOf(url), fault);
  });

  /** Makes the service fail until `recover`, everywhere or for matching addresses. */
  fail(fault: Fault, affects: (url: URL) => boolean = () => true): void {
    this.#faults.push({ fault, affects });
  }

  recover(): void {
    this.#faults.length = 0;
  }

  /** Listens, after a stop at the same port. */
  async start(): Promise<this> {
    if (this.#server.listening) return this;
    this.#server.listen(this.url ? Number(new URL(this.url).port) : await freePort(), '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #bodyOf(url: URL): object {
    const page = pageIn(url);
    const number = /\/01JC\d{17}(\d{5})$/.exec(url.pathname)?.[1];
    if (number) return this.#inquiry(Number(number));
    if (url.pathname === '/v3/agencias')
      return { _links: {}, _entries: [{ AdminMail: AGENCY, Nombre: NAME, _links: {} }] };
    if (page === 0) return {};
    const first = (page - 1) * PAGE_SIZE;
    const last = Math.min(first + PAGE_SIZE, this.inquiries);
    return {
      Desde: new Date(this.#startedAt - 90 * 86_400_000).toISOString(),
      Hasta: new Date(this.#startedAt).toISOString(),
      Pagina: page,
      Total: this.inquiries,
      PerPagina: PAGE_SIZE,
      _links: {
        self: { href: LIST },
        ...(last < this.inquiries && { next: { href: `${LIST}?pagina=${page + 1}` } }),
      },
      _entries: Array.from({ length: last - first }, (_, at) => this.#inquiry(first + at)),
    };
  }

  #inquiry(number: number): object {
    return {
      Momento: new Date(this.#startedAt - number * 60_000).toISOString(),
      OrigenLead: 'Formulario',
      TipoAnuncio: 'Usado',
      Auto: { ExternalId: 'A-1', Marca: 'Fiat', Modelo: 'Cronos', VersionYear: 2021 },
      Interesado: {
        Nombre: 'Ana',
        Apellido: `Sosa ${number}`,
        Comentario: `Hola, la clave es ${1000 + number}`,
      },
      OperadorResponsable: AGENCY,
      _links: { self: { href: `${LIST}/${sidAt(number)}` } },
    };
  }
}

function answer(response: ServerResponse, body: object, fault?: Exclude<Fault, 'silent' | 'slow'>): void {
  const json = JSON.stringify(body);
  const write = (status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': type }).end(text);
  switch (fault) {
    case undefined:
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
    case 'refused':
      write(
        401,
        'application/problem+json',
        JSON.stringify({ Detail: 'La firma no coincide: secreto-interno' }),
      );
      return;
    case 'error':
      write(500, 'application/json', '{}');
      return;
    case 'empty':
      write(200, 'application/json', JSON.stringify({ ...body, _entries: [] }));
      return;
    case 'missing':
      write(404, 'application/problem+json', '{}');
  }
}

// The gateway may read its list at once.
const environment = { RATE_LIMIT: '6000' };

/** Tests of a gateway in front of that deployment: it listens and answers well when a test begins. */
export const test = testWithUpstream(() => new FaultService().start(), { environment }).extend<{
  recovered: void;
}>({
  recovered: [
    async ({ service }, use) => {
      service.recover();
      service.inquiries = 1;
      await service.start();
      await use();
    },
    { auto: true },
  ],
});
