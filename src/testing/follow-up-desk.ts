import { randomUUID } from 'node:crypto';
import type { ChangeFollowUp } from '#contract/desk/follow-up.ts';
import type { Engine } from '#database/database.ts';
import { stampAt } from './clocks.ts';
import { cloneDatabase } from './engines.ts';
import { type Person, createPeople } from '#gateway/people/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { saveFollowUpChange } from '#gateway/follow-up/changes.ts';
import { type InquiryRef, fetchFollowUpDetail } from '#gateway/follow-up/store.ts';

export const AGENCY = 'ventas@ruta9.example';

export const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

export const MOMENT = Date.parse('2026-11-16T10:00:00-03:00');

export type Change = ChangeFollowUp['change'];

export const inquiry: InquiryRef = { adminMail: AGENCY, sid: SID, momento: MOMENT, operator: null };

export async function openFollowUpDesk(engine: Engine) {
  const clone = await cloneDatabase(engine, 'gateway');
  const database = await openGatewayDatabase(clone.target);
  const { db } = database;
  const names = { ana: 'Ana', beto: 'Beto' } as const;
  await createPeople(
    db,
    Object.entries(names).map(([mailbox, name]) => ({
      mail: `${mailbox}@x.example`,
      name,
      role: 'seller' as const,
      agencies: [AGENCY],
      password: 'x',
    })),
    stampAt(MOMENT),
  );
  const rows = await db.selectFrom('person').selectAll().execute();
  const person = (mailbox: keyof typeof names): Person => {
    const row = rows.find(({ mail }) => mail === `${mailbox}@x.example`);
    if (!row) throw new Error(`There is no ${mailbox}`);
    const { id, mail, name, role } = row;
    return { id, mail, name, role, agencies: [AGENCY], ownInquiriesIn: [], lastAgency: null };
  };
  const [ana, beto] = [person('ana'), person('beto')];
  let now = MOMENT;
  const change = async (
    by: Person,
    what: Change,
    { version, id = randomUUID(), of = inquiry }: { version?: number; id?: string; of?: typeof inquiry } = {},
  ) => {
    now += 60_000;
    const given = version ?? (await fetchFollowUpDetail(db, by, of)).followUp.version;
    await saveFollowUpChange(db, of, { person: by }, { id, version: given, change: what }, now);
    return (await fetchFollowUpDetail(db, by, of)).followUp;
  };
  return {
    db,
    ana,
    beto,
    change,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await clone[Symbol.asyncDispose]();
    },
  };
}
