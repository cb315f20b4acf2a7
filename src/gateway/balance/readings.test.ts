import { describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '#contract/paging.ts';
import { WINDOW_DAYS } from '#contract/window.ts';
import { eraseInquiry } from '#gateway/erasure/erase-inquiry.ts';
import { updateIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { deleteInquiries } from '#gateway/inquiries/removal.ts';
import { defaultHours } from '#contract/hours.ts';
import { onEachEngine } from '#testing/engines.ts';
import { EVERYTHING } from '#gateway/inquiries/scope.ts';
import { AGENCY, HOUR, START, ZONE, openIndex, shown } from '#testing/index-world.ts';
import { fetchBalanceSummary } from './summary.ts';

const DAY = 24 * HOUR;

type Index = Awaited<ReturnType<typeof openIndex>>;

/** An index that has what the service has, and was compared once. */
async function openCompared(engine: Parameters<typeof openIndex>[0], count: number): Promise<Index> {
  const index = await openIndex(engine);
  for (let one = 0; one < count; one++) index.service.receive(START - one * HOUR);
  await index.run();
  await sweep(index, START + 10 * HOUR);
  return index;
}

async function sweep(index: Index, at: number): Promise<void> {
  index.service.clock.now = at;
  await updateIndexedAgency(index.db, AGENCY, { due_at: at });
  await index.sweepNext();
}

const summarize = ({ db }: Index) => fetchBalanceSummary(db, EVERYTHING);

const receiveByWebhook = ({ db, service }: Index, one: ReturnType<Index['service']['receive']>) =>
  upsertInquiries(db, [shown(one)], {
    agency: AGENCY,
    discoverySource: 'webhook',
    hours: defaultHours(ZONE),
    now: service.clock.now,
  });

onEachEngine((engine) => {
  describe('a sweep', () => {
    it('compares no agency that was not read once, and then what it has', async () => {
      await using index = await openIndex(engine);
      for (let one = 0; one <= PAGE_SIZE; one++) index.service.receive(START - one * HOUR);
      await index.sweepNext();
      expect(await summarize(index)).toMatchObject({ compared: 0, uncompared: 1, made: 0, absent: 0 });
      // The agency is due again.
      const readAt = index.service.clock.now;
      expect(await index.sweepNext()).toBe(true);
      expect(await index.sweepNext()).toBe(false);
      expect(await summarize(index)).toEqual({
        made: PAGE_SIZE + 1,
        inbox: PAGE_SIZE + 1,
        arriving: 0,
        missing: 0,
        erased: 0,
        absent: 0,
        surplus: 0,
        compared: 1,
        uncompared: 0,
        differing: 0,
        readAt,
      });
    });

    it('counts an inquiry that the service has and the index has not, until a full read takes it up', async () => {
      await using index = await openCompared(engine, 2 * PAGE_SIZE);
      index.service.receive(START - 40 * HOUR);
      await sweep(index, START + 11 * HOUR);
      expect(await summarize(index)).toMatchObject({ made: 51, inbox: 50, absent: 1, differing: 1 });
      await sweep(index, START + 2 * DAY);
      await sweep(index, START + 2 * DAY + HOUR);
      expect(await summarize(index)).toMatchObject({ made: 51, inbox: 51, absent: 0, differing: 0 });
    });

    it('counts an inquiry that only the index has, until the service says that it is gone', async () => {
      await using index = await openCompared(engine, 5);
      index.service.inquiries = index.service.inquiries.slice(1);
      await sweep(index, START + 11 * HOUR);
      expect(await summarize(index)).toMatchObject({ made: 4, inbox: 5, surplus: 1, missing: 0 });
      await sweep(index, START + 2 * DAY);
      await sweep(index, START + 2 * DAY + HOUR);
      expect(await summarize(index)).toMatchObject({ made: 4, inbox: 5, surplus: 0, missing: 1 });
    });

    it('explains an inquiry that was erased, also after its row has left the index', async () => {
      await using index = await openCompared(engine, 5);
      const [one] = index.service.inquiries;
      await eraseInquiry(
        index.db,
        { agency_key: AGENCY, sid: one?.sid ?? '', at: one?.at ?? 0 },
        START + 10 * HOUR,
      );
      const explained = { made: 5, inbox: 4, erased: 1, absent: 0 };
      await sweep(index, START + 11 * HOUR);
      expect(await summarize(index)).toMatchObject(explained);
      await deleteInquiries(index.db, { goneBefore: START + 2 * DAY }, 10);
      await sweep(index, START + 12 * HOUR);
      expect(await summarize(index)).toMatchObject(explained);
    });

    it('takes an inquiry that comes while it reads for one that the service may have counted', async () => {
      await using index = await openCompared(engine, 5);
      const { service } = index;
      // The message of an inquiry that is made after the service has counted arrives before the index counts.
      const listed = service.inquiries;
      const [late] = [service.receive(START + 11 * HOUR)];
      service.inquiries = listed;
      service.between = () => {};
      const arrives = service.call.bind(service);
      service.call = async (call) => {
        const reply = await arrives(call);
        await receiveByWebhook(index, late);
        return reply;
      };
      await sweep(index, START + 11 * HOUR);
      expect(await summarize(index)).toMatchObject({ made: 5, inbox: 6, arriving: 1, surplus: 0 });
      service.call = arrives;
      service.inquiries = [late, ...listed];
      await sweep(index, START + 12 * HOUR);
      expect(await summarize(index)).toMatchObject({ made: 6, inbox: 6, arriving: 0, absent: 0 });
    });

    it('compares the days of the service, and no earlier ones', async () => {
      await using index = await openCompared(engine, 2);
      const first = START - WINDOW_DAYS * DAY - 12 * HOUR;
      for (const at of [first - 1, first]) await receiveByWebhook(index, index.service.receive(at));
      await sweep(index, START + 11 * HOUR);
      expect(await summarize(index)).toMatchObject({ made: 3, inbox: 3, absent: 0, surplus: 0 });
    });

    it.each([
      ['no total', undefined],
      ['text', '7'],
      ['a negative total', -1],
      ['the entries of a page', PAGE_SIZE],
      ['less than the entries', 3],
    ])('compares nothing where the list says %s', async (_, Total) => {
      await using index = await openCompared(engine, PAGE_SIZE + 1);
      const { service } = index;
      const call = service.call.bind(service);
      service.call = async (request) => {
        const reply = await call(request);
        const body = JSON.parse(reply.body ?? 'null') as object;
        return { ...reply, body: JSON.stringify({ ...body, Total }) };
      };
      await sweep(index, START + 11 * HOUR);
      expect(await summarize(index)).toMatchObject({ compared: 0, uncompared: 1, readAt: null });
    });
  });
});
