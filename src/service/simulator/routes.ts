import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addressOf } from '#contract/endpoint.ts';
import { Auto, Consulta } from '#contract/inquiries.ts';
import { tolerant } from '#contract/reading.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { v3 } from '#contract/v3.ts';
import { AdminMail, Mail } from '#contract/values.ts';
import { isoInZone } from '#contract/window.ts';
import { type Stock, makeInquiry, makeStock } from '#service/demo/inquiry.ts';
import { makePerson } from '#service/demo/people.ts';
import { seededRandom } from '#service/demo/random.ts';
import { parseRequestJson } from '#service/endpoint.ts';
import { formatInquiry } from '#service/inquiries/representation.ts';
import { type InquiryContent, receiveMadeUp } from '#service/inquiries/store.ts';
import { NotFoundError, forbidden, formatZodErrors, validationFailed } from '#service/problems.ts';
import { isLoopback } from '#http/is-loopback.ts';
import { listSentMails } from '#work/mail-table.ts';
import { completeRegistration } from '#service/registration/store.ts';
import type { Service } from '#service/service.ts';
import { enqueueDeliveries } from '#service/webhooks/enqueue-deliveries.ts';

/** Routes that simulate people outside the interface (decisions, What feeds the embedded service). Loopback only. */
export function registerSimulatorRoutes(
  app: FastifyInstance,
  { database, agencies, inquiries, config: { timeZone }, now, random, wake }: Service,
): void {
  let inquiryCount = 0;
  app.register(async (simulator) => {
    simulator.addHook('onRequest', async (request) => {
      // Rejects browsers: `Origin` marks cross-site requests, and a foreign `Host` a DNS rebinding attack.
      const { host, origin } = request.headers;
      if (!isLoopbackPeer(request.socket.remoteAddress) || !isLoopbackHost(host) || origin !== undefined)
        throw forbidden('El simulador atiende solo a esta máquina.');
    });
    simulator.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    simulator.post<{ Params: { adminMail: string } }>(
      '/simulator/consultas/:adminMail',
      async (request, reply) => {
        const { success, data: mail = '' } = AdminMail.safeParse(request.params.adminMail);
        const agency = success ? await agencies.findRegistered(mail) : undefined;
        if (!agency) throw new NotFoundError();
        const overrides = parsePartialInquiry(request.body);
        const operators = [...(await agencies.listOperators({ key: agency.app_key }, [agency])).values()]
          .flat()
          .map(({ mail }) => mail);
        const momento =
          overrides.Momento && isIsoInstant(overrides.Momento) ? Date.parse(overrides.Momento) : now();
        const draw = seededRandom(`${agency.mail_key} ${momento} ${(inquiryCount += 1)}`);
        const stock = filterStock(makeStock(agency.mail, new Date(now()).getUTCFullYear()), overrides);
        const consulta = mergeInquiry(makeInquiry(draw, { momento, timeZone, stock, operators }), overrides);
        const sid = random.ulid(momento);
        const inquiry = receiveMadeUp(agency, { sid, consulta });
        await inquiries.receive(agency, [inquiry], now(), (transaction) =>
          enqueueDeliveries(transaction, database.engine, {
            topic: INQUIRY_TOPIC,
            agency,
            messages: [{ body: formatInquiry(agency, inquiry), publishedBy: inquiry.publishedBy }],
            now: now(),
            random,
          }),
        );
        wake('deliveries');
        const location = addressOf(v3.viewInquiry, { adminMail: agency.mail, sid });
        return reply.code(201).header('location', location).send();
      },
    );

    simulator.post<{ Params: { adminMail: string } }>(
      '/simulator/agencias/:adminMail/registro',
      async ({ params: { adminMail } }, reply) => {
        const { success, data: mail = '' } = AdminMail.safeParse(adminMail);
        const { Nombre, Apellido } = makePerson(seededRandom(mail.toLowerCase()));
        const person = { firstName: Nombre, lastName: Apellido, now: now(), random, timeZone };
        if (!success || !(await completeRegistration(database, { mail }, person))) throw new NotFoundError();
        wake('deliveries');
        return reply.code(204).send();
      },
    );

    simulator.get('/simulator/correos', async () =>
      (await listSentMails(database.db)).map(({ recipient, subject, text, sent_at }) => ({
        To: recipient,
        Subject: subject,
        Text: text,
        Momento: isoInZone(sent_at ?? 0, timeZone),
      })),
    );
  });
}

const PartialInquiry = tolerant(z.partial(z.omit(Consulta, { _links: true })));
type PartialInquiry = z.output<typeof PartialInquiry>;
const CompleteInquiry = z.extend(z.omit(Consulta, { _links: true }), {
  Momento: z
    .string()
    .check(z.refine(isIsoInstant, 'debe ser un instante ISO 8601 con desplazamiento horario')),
  Auto: z.extend(Auto, {
    ExternalId: z.string().check(z.maxLength(255), z.regex(/^\P{Cc}*$/u, 'contiene caracteres de control')),
  }),
  OperadorResponsable: z.nullable(Mail),
});

function parsePartialInquiry(body: unknown): PartialInquiry {
  const parsed = PartialInquiry.safeParse(body === undefined ? {} : parseRequestJson(body));
  if (!parsed.success) throw validationFailed(formatZodErrors(parsed.error));
  return parsed.data;
}

/** Overrides a generated inquiry with the given members, unknown ones included. @throws ProblemError 400 */
function mergeInquiry(
  generated: InquiryContent,
  { _links, ...overrides }: PartialInquiry & { _links?: unknown },
): InquiryContent {
  const merged = {
    ...generated,
    ...overrides,
    Auto: { ...generated.Auto, ...overrides.Auto },
    Interesado: { ...generated.Interesado, ...overrides.Interesado },
  };
  const validated = CompleteInquiry.safeParse(merged);
  if (!validated.success) throw validationFailed(formatZodErrors(validated.error));
  return merged as InquiryContent;
}

/** Vehicles that match the given make and ExternalId; all if none matches. */
function filterStock(stock: Stock, { Auto }: PartialInquiry): Stock {
  const matching = stock.filter(
    ({ Marca, ExternalId }) =>
      (!Auto?.Marca || Auto.Marca === Marca) && (!Auto?.ExternalId || Auto.ExternalId === ExternalId),
  );
  return matching.length > 0 ? matching : stock;
}

function isIsoInstant(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) && Date.parse(text) >= 0;
}

function isLoopbackHost(host: string | undefined): boolean {
  return isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');
}

function isLoopbackPeer(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/.test(address);
}
