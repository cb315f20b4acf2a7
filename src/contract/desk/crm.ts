import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { AdminMail, Mail } from '#contract/values.ts';

/** `adf`: ADF 1.0, the XML of automotive leads; `text`: a line for each value. */
export const CRM_FORMATS = ['adf', 'text'] as const;
export type CrmFormat = (typeof CRM_FORMATS)[number];

export const CrmParams = z.object({ adminMail: AdminMail });

/** The mail address of an agency's CRM, which gets each new inquiry. Times are ms since 1970. */
export const AgencyCrm = z.object({
  /** null: it gets none. */
  mail: z.nullable(z.string()),
  format: z.enum(CRM_FORMATS),
  /** 0: it was never set. */
  version: z.number(),
  /** Mails that wait. */
  waiting: z.number(),
  /** The mail server accepted one then. */
  lastAcceptedAt: z.nullable(z.number()),
  /** The last mail that the mail server refused: its answer, or the code of the error. */
  lastFailure: z.nullable(z.object({ at: z.number(), reason: z.string() })),
});
export type AgencyCrm = z.infer<typeof AgencyCrm>;

/** `version` is the one read: an outdated one is 409 `changed-meanwhile`, except for the same values (idempotent). */
export const SetAgencyCrm = z.strictObject({
  mail: z.nullable(Mail),
  format: z.enum(CRM_FORMATS),
  version: z.int(),
});
export type SetAgencyCrm = z.infer<typeof SetAgencyCrm>;

export const crmEndpoints = deskEndpoints({
  viewAgencyCrm: endpoint({
    method: 'GET',
    path: '/desk/agencies/{adminMail}/crm',
    params: CrmParams,
    reply: AgencyCrm,
    success: 200,
    errors: [401, 403],
  }),
  /** Inquiries that are made from now on are mailed. 409 `changed-meanwhile`. */
  setAgencyCrm: endpoint({
    method: 'PUT',
    path: '/desk/agencies/{adminMail}/crm',
    params: CrmParams,
    body: SetAgencyCrm,
    reply: AgencyCrm,
    success: 200,
    errors: [400, 401, 403, 409],
  }),
  /** Queues a mail of an invented inquiry. 404: there is no address. */
  testAgencyCrm: endpoint({
    method: 'POST',
    path: '/desk/agencies/{adminMail}/crm/tests',
    params: CrmParams,
    reply: AgencyCrm,
    success: 202,
    errors: [401, 403, 404],
  }),
});
