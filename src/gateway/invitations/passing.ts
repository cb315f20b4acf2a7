import * as z from 'zod/mini';
import { AgenciaCreate } from '#contract/agencies.ts';
import type { ForwardHook } from '#gateway/forward/hook.ts';
import { readJsonBody } from '#gateway/forward/body.ts';
import { noteAnswer, noteEnded, noteSending } from './store.ts';

const Invited = z.pick(z.object(AgenciaCreate.shape), { AdminMail: true, Nombre: true });

/** Every invitation is in the ledger before it goes out; a body that names no mail invites nobody. */
export const inviting: ForwardHook = {
  async around({ db, now, upstream, checksDue }, { person, body }, send) {
    const invited = z.safeParse(Invited, readJsonBody(body));
    if (!invited.success) return send();
    const { AdminMail, Nombre } = invited.data;
    const sending = await noteSending(db, person.id, { adminMail: AdminMail, name: Nombre ?? null }, now());
    const reply = await send();
    await noteAnswer(db, sending, { status: reply.status, location: upstream.local(reply.location) }, now());
    checksDue();
    return reply;
  },
};

/** The association of an invited agency ended. */
export const disassociating: ForwardHook = {
  async after({ db }, { params }) {
    await noteEnded(db, params.adminMail ?? '');
  },
};
