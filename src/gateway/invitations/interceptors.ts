import * as z from 'zod/mini';
import { AgenciaCreate } from '#contract/agencies.ts';
import type { Interceptor } from '#gateway/forward/interceptor.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import { markEnded, recordSend, recordSendReply } from './store.ts';

const InvitedAgencySchema = z.pick(z.object(AgenciaCreate.shape), { AdminMail: true, Nombre: true });

/** Records an invitation before it is sent, and the reply after; invalid bodies are only forwarded. */
export const inviteAgencyInterceptor: Interceptor = {
  async around({ db, now, stamp, upstream, wake }, { person, body }, send) {
    const parsed = z.safeParse(InvitedAgencySchema, parseJsonBody(body));
    if (!parsed.success) return send();
    const { AdminMail, Nombre } = parsed.data;
    const recorded = await recordSend(db, person.id, { adminMail: AdminMail, name: Nombre ?? null }, stamp());
    const reply = await send();
    await recordSendReply(
      db,
      recorded,
      { status: reply.status, location: upstream.toLocalPath(reply.location) },
      now(),
    );
    wake('invitation-checks');
    return reply;
  },
};

/** Marks the invitation as ended after a disassociation. */
export const disassociateAgencyInterceptor: Interceptor = {
  async after({ db }, { params }) {
    await markEnded(db, params.adminMail ?? '');
  },
};
