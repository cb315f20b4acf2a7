import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Service } from '#service/service.ts';
import { type FormFields, PAGE_HEADERS, renderFormPage, renderMessagePage } from './page.ts';
import { completeRegistration, findInvitedAgency } from './store.ts';

type TokenParams = { Params: { token: string } };

/** The page that the invitation mail links to. GET does not use up the link: mail scanners open it too. */
export function registerRegistrationPages(
  app: FastifyInstance,
  { database, config: { timeZone }, now, random, wake }: Service,
): void {
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    pages.get<TokenParams>('/registro/:token', async ({ params: { token } }, reply) => {
      const agency = await findInvitedAgency(database.db, token, now());
      if (agency === undefined || agency === 'gone') return sendLinkError(reply, agency);
      return sendRegistrationPage(reply, 200, renderFormPage(agency));
    });

    pages.post<TokenParams>('/registro/:token', async ({ params: { token }, body }, reply) => {
      const at = now();
      const agency = await findInvitedAgency(database.db, token, at);
      if (agency === undefined || agency === 'gone') return sendLinkError(reply, agency);
      const fields = parseFields(body);
      const parsed = Names.safeParse(fields);
      if (!parsed.success)
        return sendRegistrationPage(
          reply,
          400,
          renderFormPage(agency, fields, groupErrorsByField(parsed.error)),
        );
      const registrant = { firstName: parsed.data.Nombre, lastName: parsed.data.Apellido };
      if (!(await completeRegistration(database, { token }, { ...registrant, now: at, random, timeZone })))
        return sendLinkError(reply, 'gone');
      wake('deliveries');
      return sendRegistrationPage(
        reply,
        200,
        renderMessagePage('Registro completo', 'Tu agencia ya está registrada. ¡Gracias!'),
      );
    });
  });
}

const registrationName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Falta este dato.'),
    z.maxLength(50, 'Puede tener hasta 50 caracteres.'),
    z.regex(/^\P{Cc}*$/u, 'Contiene caracteres que no se pueden usar.'),
  );
const Names = z.object({ Nombre: registrationName, Apellido: registrationName });

function parseFields(body: unknown): FormFields {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  return { Nombre: form.get('Nombre') ?? '', Apellido: form.get('Apellido') ?? '' };
}

function groupErrorsByField({ issues }: Pick<z.core.$ZodError, 'issues'>): Record<string, string[]> {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0]));
  return Object.fromEntries(
    [...byField].map(([field, fieldIssues]) => [field, fieldIssues.map(({ message }) => message)]),
  );
}

function sendLinkError(reply: FastifyReply, reason: 'gone' | undefined): FastifyReply {
  return reason === 'gone'
    ? sendRegistrationPage(
        reply,
        410,
        renderMessagePage(
          'El enlace ya no sirve',
          'Ya se usó, o venció. Pedí una invitación nueva a quien te la envió.',
        ),
      )
    : sendRegistrationPage(
        reply,
        404,
        renderMessagePage('Enlace desconocido', 'Revisá que la dirección esté completa.'),
      );
}

function sendRegistrationPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).send(html);
}
