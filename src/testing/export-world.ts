import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { AuditEntryPage } from '#contract/desk/audit.ts';
import { Job } from '#contract/desk/jobs.ts';
import type { FollowUpDetail } from '#contract/desk/follow-up.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { defaultHours } from '#contract/hours.ts';
import { type Engine, openDatabase } from '#database/database.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { CONSOLE, OWN, type World, json, openWorld } from './gateway-world.ts';

const PATH = '/desk/exports';
export const sidAt = (number: number) => `01JCXXXXXXXXXXXXXXXX${String(number).padStart(6, '0')}`;

export const consulta = (number: number, more: object = {}) => ({
  Momento: '2026-03-05T10:00:00.000-03:00',
  OrigenLead: 'Formulario',
  TipoAnuncio: 'Usado',
  Auto: { Marca: 'Ford', Modelo: 'Ka', Kilometraje: 1234.5, Precio: { Moneda: 'ARS', Importe: 10.5 } },
  Interesado: {
    Nombre: 'Ana',
    Email: 'ana@x.example',
    Telefono: '+54 11 5555',
    Comentario: 'Hola;\r\n"vos"',
  },
  OperadorResponsable: null,
  _links: { self: { href: `/v3/consultas/${OWN}/${sidAt(number)}` } },
  ...more,
});

export const WAIT = { timeout: 10_000, interval: 20 };

type Consulta = ReturnType<typeof consulta>;

/** Opens a gateway with indexed inquiries. Its service returns pages of two. */
export async function openExportWorld(
  engine: Engine = 'sqlite',
  list: Consulta[] = [consulta(1), consulta(2), consulta(3)],
  agencies = [OWN],
) {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const search = (url = '') => new URL(url, 'http://x').searchParams;
  const answer: World['upstream']['answer'] = (request, response) => {
    if (request.url === '/v3/agencias')
      return json({ _links: {}, _entries: agencies.map((AdminMail) => ({ AdminMail })) })(request, response);
    if (request.url?.startsWith('/v3/appnotificaciones/')) return json({}, 404)(request, response);
    const listEntries = (mail: string) => list.filter(({ _links }) => _links.self.href.includes(mail));
    const [, mail = '', sid] = /consultas\/([^/?]+)(?:\/([^?]+))?/.exec(request.url ?? '') ?? [];
    const all = listEntries(decodeURIComponent(mail));
    if (sid) {
      const one = all.find(({ _links }) => _links.self.href.endsWith(sid));
      return json(one ?? {}, one ? 200 : 404)(request, response);
    }
    const page = Number(search(request.url).get('pagina') ?? 1);
    const more = all.length > page * 2;
    return json({
      Desde: '',
      Hasta: '',
      Pagina: page,
      Total: all.length,
      PerPagina: 2,
      _links: more ? { next: { href: `/v3/consultas/${mail}?pagina=${page + 1}` } } : {},
      _entries: all.slice((page - 1) * 2, page * 2),
    })(request, response);
  };
  const world = await openWorld({ engine, logger, answer, sweeps: true });
  const cookie = await world.signIn('partner');
  await vi.waitFor(async () => {
    const counts = await world.call('/desk/inquiries/counts', { headers: { cookie } });
    expect(counts.json()).toMatchObject({ complete: true });
  }, WAIT);
  world.upstreamRequests.length = 0;
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    const get = (url: string) => world.call(url, { headers: { cookie } });
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      world.call(url, { method, headers: { ...CONSOLE, cookie }, payload });
    /** Asks for an export by a search like the inbox's, of the own agency unless it names others. */
    const ask = (search = '', id: string = randomUUID()) => {
      const parameters = new URLSearchParams(search);
      const agencia = parameters.has('agencia') ? parameters.getAll('agencia').filter(Boolean) : [OWN];
      const body = {
        id,
        ...(parameters.get('masked') !== '1' && { purpose: 'Informe mensual' }),
        ...Object.fromEntries(parameters),
        agencia: agencia.length > 0 ? agencia : undefined,
      };
      return send('POST', PATH, body);
    };
    const fetchJob = async (id: string) => Job.parse((await get(`/desk/jobs/${id}`)).json());
    const waitForEnd = (id: string) =>
      vi.waitFor(async () => {
        const job = await fetchJob(id);
        expect(job.finishedAt).not.toBeNull();
        return job;
      }, WAIT);
    const start = async (search = '') => {
      const answer = await ask(search);
      expect(answer.statusCode).toBe(200);
      return Job.parse(answer.json()).id;
    };
    const download = (id: string) => get(`/desk/jobs/${id}/file`);
    const setState = (id: string, state: Job['state']) => send('PUT', `/desk/jobs/${id}/state`, { state });
    const file = async (search = '') => {
      const id = await start(search);
      const { name, rows, file: made } = await waitForEnd(id);
      const answer = await download(id);
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="${name}"`,
      ]);
      return { id, name, rows, missing: made?.missing, text: answer.body, bytes: answer.rawPayload };
    };
    const sids = async (query: string) => {
      const { text } = await file(`columns=sid&${query}`);
      return text.split('\n').flatMap((line) => (line.startsWith('01JC') ? [Number(line.slice(-6))] : []));
    };
    const change = async (number: number, what: object) => {
      const path = `/desk/follow-up/${OWN}/${sidAt(number)}`;
      const { followUp } = (await world.call(path, { headers: { cookie } })).json<FollowUpDetail>();
      const answer = await world.call(`${path}/changes`, {
        method: 'POST',
        headers: { ...CONSOLE, cookie },
        payload: { id: randomUUID(), version: followUp.version, change: what },
      });
      expect(answer.statusCode).toBe(200);
    };
    return { cookie, get, send, ask, start, fetchJob, waitForEnd, download, setState, file, sids, change };
  };
  /** Makes the next export wait for the service. @returns a function that waits for the call and releases its reply */
  const holdService = () => {
    world.clock.now += 60_000;
    const called = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    world.upstream.answer = (request, response) => {
      if (!request.url?.includes('/consultas/')) return answer(request, response);
      called.resolve();
      void released.promise.then(() => answer(request, response));
    };
    return { called: called.promise, release: released.resolve };
  };
  /** Audit entries of exports, newest first. */
  const fetchAuditEntries = async (search = '') => {
    const cookie = await world.signIn('partner');
    const url = `/desk/audit?action=exportInquiries${search}`;
    return AuditEntryPage.parse((await world.call(url, { headers: { cookie } })).json()).entries;
  };
  /** Warnings and errors of the log. */
  const parseLog = () => lines.map((line) => JSON.parse(line) as { level: number; msg: string });
  const database = await openDatabase<GatewayTables>(world.config.database);
  const { db } = database;
  /** Adds inquiries to the index. */
  const index = (entries: Consulta[]) =>
    upsertInquiries(db, entries, {
      agency: OWN,
      discoverySource: 'list',
      hours: defaultHours('America/Argentina/Buenos_Aires'),
      now: world.clock.now,
    });
  return {
    world,
    list,
    as,
    holdService,
    fetchAuditEntries,
    parseLog,
    db,
    index,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}
