import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '#database/database.ts';
import type { Tables } from '#service/tables.ts';
import { type Fields, PAGE_HEADERS, formPage, messagePage } from './page.ts';
import { completeRegistration, invitedBy } from './store.ts';

export interface RegistrationRooms {
  database: Database<Tables>;
  timeZone: string;
  now: () => number;
  /** A webhook was queued. */
  announced: () => void;
}

type Addressed = { Params: { token: string } };

/** The page that the invited person opens from the mail. Looking at it uses nothing up: mail scanners do that. */
export function serveRegistration(
  app: FastifyInstance,
  { database, timeZone, now, announced }: RegistrationRooms,
): void {
  app.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    pages.get<Addressed>('/registro/:token', async ({ params: { token } }, reply) => {
      const agency = await invitedBy(database.db, token, now());
      if (agency === undefined || agency === 'gone') return refuse(reply, agency);
      return send(reply, 200, formPage(agency));
    });

    pages.post<Addressed>('/registro/:token', async ({ params: { token }, body }, reply) => {
      const at = now();
      const agency = await invitedBy(database.db, token, at);
      if (agency === undefined || agency === 'gone') return refuse(reply, agency);
      const fields = fieldsOf(body);
      const read = Names.safeParse(fields);
      if (!read.success) return send(reply, 400, formPage(agency, fields, errorsByField(read.error)));
      const registrant = { firstName: read.data.Nombre, lastName: read.data.Apellido };
      if (!(await completeRegistration(database, { token }, { ...registrant, now: at, timeZone })))
        return refuse(reply, 'gone');
      announced();
      return send(reply, 200, messagePage('Registro completo', 'Tu agencia ya está registrada. ¡Gracias!'));
    });
  });
}

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Falta este dato.'),
    z.maxLength(50, 'Puede tener hasta 50 caracteres.'),
    z.regex(/^\P{Cc}*$/u, 'Contiene caracteres que no se pueden usar.'),
  );
const Names = z.object({ Nombre: name, Apellido: name });

function fieldsOf(body: unknown): Fields {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  return { Nombre: form.get('Nombre') ?? '', Apellido: form.get('Apellido') ?? '' };
}

function errorsByField({ issues }: Pick<z.core.$ZodError, 'issues'>): Record<string, string[]> {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0]));
  return Object.fromEntries(
    [...byField].map(([field, found]) => [field, found.map(({ message }) => message)]),
  );
}

function refuse(reply: FastifyReply, why: 'gone' | undefined): FastifyReply {
  return why === 'gone'
    ? send(
        reply,
        410,
        messagePage(
          'El enlace ya no sirve',
          'Ya se usó, o venció. Pedí una invitación nueva a quien te la envió.',
        ),
      )
    : send(reply, 404, messagePage('Enlace desconocido', 'Revisá que la dirección esté completa.'));
}

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).send(html);
}
