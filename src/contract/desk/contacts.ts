import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';
import { InquiryPath } from '#contract/inquiries.ts';
import { DeliveryParams } from './deliveries.ts';

// Contact data of buyers, shown to people without the right `viewContacts` for a purpose.

export const MAX_PURPOSE_LENGTH = 200;

/** Reason for which somebody needs contacts, for the audit; refused where it has any. */
export const Purpose = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_PURPOSE_LENGTH));

export const RevealContacts = z.strictObject({ purpose: Purpose });
export type RevealContacts = z.infer<typeof RevealContacts>;

export const contactEndpoints = deskEndpoints({
  /**
   * The buyer of an inquiry, unmasked. Recorded in the audit, with the purpose and without the data. 400 `purpose`
   * `names-buyer`: it has a contact. 404: unknown inquiry.
   */
  revealContacts: endpoint({
    method: 'POST',
    path: '/desk/inquiries/{adminMail}/{sid}/contacts',
    params: InquiryPath,
    body: RevealContacts,
    /** `Interesado` as the service sent it. */
    reply: z.object({ buyer: z.record(z.string(), z.unknown()) }),
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  /** The payload of a message, unmasked, likewise. 404: it is not stored. */
  revealPayload: endpoint({
    method: 'POST',
    path: '/desk/deliveries/{id}/contacts',
    params: DeliveryParams,
    body: RevealContacts,
    reply: z.object({ payload: z.string() }),
    success: 200,
    errors: [400, 401, 403, 404],
  }),
});
