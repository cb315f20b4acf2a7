import type { FastifyInstance } from 'fastify';
import { type BuyerData, type BuyerRequest, MAX_LISTED_INQUIRIES } from '#contract/desk/buyers.ts';
import { type DeskCall, createValidationProblem, registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { buildBuyerFile } from './buyer-file.ts';
import type { BuyerKeys } from './buyer-keys.ts';
import { parseBuyerRequest, toAuditChanges } from './buyer-request.ts';
import { eraseBuyerData } from './erase-buyer.ts';
import { countHeldData, findHeldData } from './held-data.ts';

/** Routes of what is held of a buyer: looked up, handed out, erased. */
export function buyerRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

  const readAs = ({ caller: { person }, signal }: Pick<DeskCall<unknown>, 'caller' | 'signal'>) =>
    gateway.readAs({ key: person.id, isLong: true, signal });

  registerDeskRoutes(app, gateway, {
    async findBuyerData({ body, request, ...call }): Promise<BuyerData> {
      const held = await findHeldData(readAs(call), readKeys(body));
      const counts = countHeldData(held);
      request.audit.changes = toAuditChanges(counts, body);
      return {
        counts,
        inquiries: held.inquiries.slice(0, MAX_LISTED_INQUIRIES).map(({ agency_key, sid, at, data }) => ({
          adminMail: agency_key,
          sid,
          at,
          isIndexed: data !== null,
        })),
        auditEntries: held.auditEntries.length,
        auditDays: config.auditDays,
        unreachable: held.unreachable,
      };
    },

    async exportBuyerData({ body, request, reply, ...call }) {
      const reads = readAs(call);
      const keys = readKeys(body);
      const held = await findHeldData(reads, keys);
      request.audit.changes = toAuditChanges(countHeldData(held), body);
      void reply.header('content-disposition', 'attachment; filename="datos-personales.json"');
      return buildBuyerFile(reads, keys, held, now());
    },

    async eraseBuyerData({ body, request }) {
      const counts = await eraseBuyerData(db, readKeys(body), now());
      request.audit.changes = toAuditChanges(counts, body);
      return counts;
    },
  });
}

/** @throws ProblemError 400 */
function readKeys(body: BuyerRequest): BuyerKeys {
  const { keys, faults } = parseBuyerRequest(body);
  if (Object.keys(faults).length > 0) throw createValidationProblem(faults);
  return keys;
}
