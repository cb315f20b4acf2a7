import { expect, it } from 'vitest';
import { LOOKING_TTL_MS } from '#contract/desk/looking.ts';
import { onBothEngines } from '#testing/engines.ts';
import { NOON, openGatewayStore } from '#testing/gateway-store.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import {
  deleteExpiredPresence,
  endPresence,
  fetchPresence,
  findNextExpiry,
  renewPresence,
  startPresence,
} from './presence.ts';

const INQUIRY = { adminMail: OWN, sid: SID };
const END = NOON + LOOKING_TTL_MS;

onBothEngines((engine) => {
  async function open() {
    const store = await openGatewayStore(engine);
    const { db, ana, bea } = store;
    const start = (id: string, at = NOON, sid = SID) =>
      startPresence(db, id, { adminMail: OWN, sid, operator: null }, at);
    return {
      ...store,
      start,
      names: async (now: number) => (await fetchPresence(db, INQUIRY, now)).people.map(({ name }) => name),
      countEvents: async () => (await db.selectFrom('live_event').select('id').execute()).length,
      people: [ana.id, bea.id] as const,
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    };
  }

  it('a presence lasts until its end, unless the same person renews or ends it before', async () => {
    await using it = await open();
    const [ana, bea] = it.people;
    await it.start(ana);
    expect(await renewPresence(it.db, bea, INQUIRY, NOON + 1)).toBe(false);
    expect(await it.names(END - 1)).toEqual(['ana']);
    expect(await it.names(END)).toEqual([]);
    expect(await renewPresence(it.db, ana, INQUIRY, END)).toBe(false);
    expect(await renewPresence(it.db, ana, INQUIRY, END - 1)).toBe(true);
    expect(await it.names(2 * LOOKING_TTL_MS + NOON - 2)).toEqual(['ana']);
    expect(await endPresence(it.db, bea, INQUIRY, END)).toBe(false);
    expect(await endPresence(it.db, ana, INQUIRY, END)).toBe(true);
    expect(await findNextExpiry(it.db)).toBeUndefined();
  });

  it('presences that have ended are deleted, in batches, and those of others at the same inquiry stay', async () => {
    await using it = await open();
    const [ana, bea] = it.people;
    await it.start(ana);
    await it.start(bea, NOON + 1);
    const events = await it.countEvents();
    expect(await deleteExpiredPresence(it.db, END - 1)).toBe(0);
    expect(await deleteExpiredPresence(it.db, END)).toBe(1);
    expect([await it.countEvents(), await findNextExpiry(it.db)]).toEqual([events + 1, END + 1]);
    for (let number = 0; number < 101; number += 1) await it.start(ana, NOON, `${SID}${number}`);
    const ended = [await deleteExpiredPresence(it.db, END), await deleteExpiredPresence(it.db, END)];
    expect(ended).toEqual([100, 1]);
    expect(await it.names(END)).toEqual(['bea']);
  });
});
