import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { v3 } from '#contract/v3.ts';
import { completeEntryBeforeReply } from '#gateway/audit/audit-hooks.ts';
import { createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import { fetchPayload } from '#gateway/deliveries/queries.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import { callEndpoint } from '#gateway/forward/upstream.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchInquiry } from '#gateway/inquiries/lists.ts';
import { resolveScope } from '#gateway/inquiries/scope.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { findPurposeFault } from './purpose.ts';

const InquiryWithBuyerSchema = z.object({ Interesado: z.record(z.string(), z.unknown()) });

/** Routes that reveal contacts for a purpose. Its audit entry is complete before the data leaves. */
export function contactRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, upstream } = gateway;

  /** The inquiry from the index, otherwise from the service; undefined: unknown. */
  async function fetchInquiryText(person: Person, params: { adminMail: string; sid: string }) {
    const { adminMail, sid } = params;
    const indexed = await fetchInquiry(db, resolveScope(person, [adminMail]), sid.toUpperCase());
    if (indexed) return indexed.data;
    await gateway.rateLimiter.consumeUpstreamCall(person);
    const { status, body } = await callEndpoint(upstream, v3.viewInquiry, params);
    return status === v3.viewInquiry.success ? body : undefined;
  }

  /** @throws ProblemError 400, or when the audit cannot be written */
  async function recordPurpose(request: FastifyRequest, purpose: string, surname: unknown): Promise<void> {
    const fault = findPurposeFault(purpose, surname);
    if (fault) throw createValidationProblem({ purpose: fault });
    await completeEntryBeforeReply(gateway, request, [{ field: 'purpose', to: purpose }]);
  }

  registerDeskRoutes(app, gateway, {
    async revealContacts({ caller: { person }, params, body: { purpose }, request }) {
      const buyer = readBuyer(await fetchInquiryText(person, params));
      if (!buyer) throw createProblem('not-found');
      await recordPurpose(request, purpose, buyer.Apellido);
      return { buyer };
    },

    async revealPayload({ params, body: { purpose }, request }) {
      const delivery = await fetchPayload(db, params.id);
      if (!delivery?.payload) throw createProblem('not-found');
      const { payload, agency, sid } = delivery;
      Object.assign(request.audit, { ...(agency && { agency }), ...(sid && { target: sid }) });
      await recordPurpose(request, purpose, readBuyer(payload)?.Apellido);
      return { payload };
    },
  });
}

/** `Interesado` of the JSON of an inquiry; undefined: it is none. */
function readBuyer(text: string | null | undefined): Record<string, unknown> | undefined {
  return z.safeParse(InquiryWithBuyerSchema, parseJsonBody(text)).data?.Interesado;
}
