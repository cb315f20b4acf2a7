import type { FastifyInstance } from 'fastify';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { Auto, Consulta } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { AdminMail, Mail } from '#contract/values.ts';
import { isoInZone } from '#contract/window.ts';
import type { Database } from '#database/database.ts';
import type { AgencyStore } from '#service/agencies/store.ts';
import { type Stock, makeInquiry, makeStock } from '#service/demo/inquiry.ts';
import { makePerson } from '#service/demo/people.ts';
import { seededRandom } from '#service/demo/random.ts';
import { parseJson } from '#service/endpoint.ts';
import { full } from '#service/inquiries/representation.ts';
import type { InquiryStore, Received } from '#service/inquiries/store.ts';
import { NotFound, errorsOf, forbidden, invalid } from '#service/problems.ts';
import { isLoopback } from '#http/loopback.ts';
import { sentMails } from '#outbox/mails.ts';
import { completeRegistration } from '#service/registration/store.ts';
import type { Tables } from '#service/tables.ts';
import { announce } from '#service/webhooks/outbox.ts';

interface Simulated {
  database: Database<Tables>;
  agencies: AgencyStore;
  inquiries: InquiryStore;
  /** A webhook was queued. */
  announced: () => void;
  timeZone: string;
  now: () => number;
}

/** Plays the people outside the interface (decisions, What feeds the embedded service). Loopback only. */
export function serveSimulator(
  app: FastifyInstance,
  { database, agencies, inquiries, announced, timeZone, now }: Simulated,
): void {
  let made = 0;
  app.register(async (simulator) => {
    simulator.addHook('onRequest', async (request) => {
      // A browser names the page that asks, and what that calls this machine: a foreign one could otherwise write
      // inquiries here, or read mails by a name of its own that leads here.
      const { host, origin } = request.headers;
      if (!isLoopbackPeer(request.socket.remoteAddress) || !isLoopbackHost(host) || origin !== undefined)
        throw forbidden('El simulador atiende solo a esta máquina.');
    });
    simulator.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    simulator.post<{ Params: { adminMail: string } }>(
      '/simulator/consultas/:adminMail',
      async (request, reply) => {
        const { success, data: mail = '' } = AdminMail.safeParse(request.params.adminMail);
        const agency = success ? await agencies.receiving(mail) : undefined;
        if (!agency) throw new NotFound();
        const given = readPart(request.body);
        const operators = [...(await agencies.operators({ key: agency.app_key }, [agency])).values()]
          .flat()
          .map(({ mail }) => mail);
        const momento = given.Momento && isMoment(given.Momento) ? Date.parse(given.Momento) : now();
        const random = seededRandom(`${agency.mail_key} ${momento} ${(made += 1)}`);
        const stock = fitting(makeStock(agency.mail, new Date(now()).getUTCFullYear()), given);
        const consulta = completed(makeInquiry(random, { momento, timeZone, stock, operators }), given);
        const sid = ulid(momento);
        await inquiries.receive(agency, [{ sid, consulta }], (transaction) =>
          announce(transaction, database.engine, {
            topic: 'consulta-recibida',
            agency,
            body: full(agency, { sid, consulta }),
            now: now(),
          }),
        );
        announced();
        const location = addressOf(v3.viewInquiry, { adminMail: agency.mail, sid });
        return reply.code(201).header('location', location).send();
      },
    );

    simulator.post<{ Params: { adminMail: string } }>(
      '/simulator/agencias/:adminMail/registro',
      async ({ params: { adminMail } }, reply) => {
        const { success, data: mail = '' } = AdminMail.safeParse(adminMail);
        const { Nombre, Apellido } = makePerson(seededRandom(mail.toLowerCase()));
        const person = { firstName: Nombre, lastName: Apellido, now: now(), timeZone };
        if (!success || !(await completeRegistration(database, { mail }, person))) throw new NotFound();
        announced();
        return reply.code(204).send();
      },
    );

    simulator.get('/simulator/correos', async () =>
      (await sentMails(database.db)).map(({ recipient, subject, text, sent_at }) => ({
        To: recipient,
        Subject: subject,
        Text: text,
        Momento: isoInZone(sent_at ?? 0, timeZone),
      })),
    );
  });
}

const Part = tolerant(z.partial(z.omit(Consulta, { _links: true })));
type Part = z.output<typeof Part>;
const Whole = z.extend(z.omit(Consulta, { _links: true }), {
  Momento: z.string().check(z.refine(isMoment, 'debe ser un instante ISO 8601 con desplazamiento horario')),
  Auto: z.extend(Auto, {
    ExternalId: z.string().check(z.maxLength(255), z.regex(/^\P{Cc}*$/u, 'contiene caracteres de control')),
  }),
  OperadorResponsable: z.nullable(Mail),
});

function readPart(body: unknown): Part {
  const read = Part.safeParse(body === undefined ? {} : parseJson(body));
  if (!read.success) throw invalid(errorsOf(read.error));
  return read.data;
}

/** What was made up, under what was given; members that we do not know are kept. */
function completed(made: Received, { _links, ...given }: Part & { _links?: unknown }): Received {
  const whole = {
    ...made,
    ...given,
    Auto: { ...made.Auto, ...given.Auto },
    Interesado: { ...made.Interesado, ...given.Interesado },
  };
  const checked = Whole.safeParse(whole);
  if (!checked.success) throw invalid(errorsOf(checked.error));
  return whole as Received;
}

/** The vehicles that fit what was given; all where none does. */
function fitting(stock: Stock, { Auto }: Part): Stock {
  const fit = stock.filter(
    ({ Marca, ExternalId }) =>
      (!Auto?.Marca || Auto.Marca === Marca) && (!Auto?.ExternalId || Auto.ExternalId === ExternalId),
  );
  return fit.length > 0 ? fit : stock;
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) && Date.parse(text) >= 0;
}

function isLoopbackHost(host: string | undefined): boolean {
  return isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');
}

function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address);
}
