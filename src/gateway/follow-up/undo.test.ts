import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { onBothEngines } from '#testing/engines.ts';
import { fetchFollowUpDetail } from './store.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { MOMENT, type Change, inquiry, openFollowUpDesk } from '#testing/follow-up-desk.ts';

interface Done {
  id: string;
  by: string;
  change: Change;
  undone: boolean;
}

const anyChange = fc.oneof(
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom(...STATUSES),
  }),
  fc.record({ kind: fc.constant('snooze' as const), until: fc.constantFrom(null, MOMENT, MOMENT + 1) }),
  fc.record({ kind: fc.constant('claim' as const), claimed: fc.boolean() }),
  fc.record({ kind: fc.constant('note' as const), text: fc.constant('Nota'), contact: fc.boolean() }),
  fc.record({ kind: fc.constant('touch' as const), how: fc.constantFrom('call' as const, 'mail' as const) }),
  fc.record({ kind: fc.constant('undo' as const), entry: fc.constant('') }),
);

const anyStep = fc.record({
  change: anyChange,
  stale: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  entry: fc.nat(),
});

const sets = ({ kind }: Change): boolean => ['status', 'snooze', 'claim'].includes(kind);

function isRefused(model: readonly Done[], change: Change, stale: boolean): boolean {
  if (change.kind !== 'undo') return stale && sets(change);
  const at = model.findIndex(({ id }) => id === change.entry);
  const entry = model[at];
  if (!entry || entry.undone || entry.change.kind === 'undo') return true;
  return (
    sets(entry.change) &&
    model.slice(at + 1).some(({ change: { kind }, undone }) => kind === entry.change.kind && !undone)
  );
}

function answerIn(change: Change): string | undefined {
  if (change.kind === 'touch') return change.how;
  return change.kind === 'status' && change.status === 'answered' ? 'other' : undefined;
}

/** Follow-up that the timeline implies. */
function expected(model: readonly Done[]): object {
  const standing = model.filter(({ undone }) => !undone);
  const of = <Kind extends Change['kind']>(kind: Kind) =>
    standing.flatMap(({ by, change }) =>
      change.kind === kind ? [{ by, change: change as Extract<Change, { kind: Kind }> }] : [],
    );
  const claim = of('claim').at(-1);
  const touch = standing
    .map(({ by, change }) => ({ by, how: answerIn(change) }))
    .find(({ how }) => how !== undefined);
  const contact = standing.find(
    ({ change }) =>
      (change.kind === 'note' && change.contact) ||
      (change.kind === 'status' && ['contacted', 'appointment', 'won'].includes(change.status)),
  );
  const set = of('status').at(-1)?.change.status ?? 'new';
  // Entries after the last status.
  const since = standing.slice(standing.findLastIndex(({ change }) => change.kind === 'status') + 1);
  const isReached = since.some(({ change }) => change.kind === 'note' && change.contact);
  const isTouched = since.some(({ change }) => change.kind === 'touch');
  const settles = set === 'new' || set === 'answered';
  const status = settles && isReached ? 'contacted' : set === 'new' && isTouched ? 'answered' : set;
  return {
    status,
    lostReason: status === 'lost' ? 'other' : null,
    snoozedUntil: of('snooze').at(-1)?.change.until ?? null,
    claimedBy: claim?.change.claimed ? { name: claim.by } : null,
    notes: of('note').length,
    firstTouch: touch ? { by: { name: touch.by }, how: touch.how } : null,
    firstContact: contact ? { by: { name: contact.by } } : null,
  };
}

onBothEngines((engine) => {
  describe('undo', () => {
    it('writes what was before, once', async () => {
      await using desk = await openFollowUpDesk(engine);
      const { ana, change, db } = desk;
      await change(ana, { kind: 'status', status: 'lost', lostReason: 'finance' });
      await change(ana, { kind: 'status', status: 'won' });
      const [entry] = (await fetchFollowUpDetail(db, ana, inquiry)).timeline;
      expect(await change(ana, { kind: 'undo', entry: entry?.id ?? '' })).toMatchObject({
        status: 'lost',
        lostReason: 'finance',
        firstContact: null,
        version: 3,
      });
      await expect(change(ana, { kind: 'undo', entry: entry?.id ?? '' })).rejects.toThrow('Otra persona');
      const [undoing] = (await fetchFollowUpDetail(db, ana, inquiry)).timeline;
      for (const id of [undoing?.id ?? '', randomUUID()])
        await expect(change(ana, { kind: 'undo', entry: id })).rejects.toThrow('no existe');
    });

    it('goes back step by step', async () => {
      await using desk = await openFollowUpDesk(engine);
      const { ana, change, db } = desk;
      await change(ana, { kind: 'status', status: 'contacted' });
      await change(ana, { kind: 'status', status: 'won' });
      const [won, contacted] = (await fetchFollowUpDetail(db, ana, inquiry)).timeline;
      expect(await change(ana, { kind: 'undo', entry: won?.id ?? '' })).toMatchObject({
        status: 'contacted',
      });
      expect(await change(ana, { kind: 'undo', entry: contacted?.id ?? '' })).toMatchObject({
        status: 'new',
      });
    });

    it('is refused when somebody else came to the same', async () => {
      await using desk = await openFollowUpDesk(engine);
      const { ana, beto, change, db } = desk;
      await change(ana, { kind: 'status', status: 'won' });
      const [entry] = (await fetchFollowUpDetail(db, ana, inquiry)).timeline;
      await change(beto, { kind: 'status', status: 'lost', lostReason: 'price' });
      await change(beto, { kind: 'status', status: 'won' });
      await expect(change(ana, { kind: 'undo', entry: entry?.id ?? '' })).rejects.toThrow('Otra persona');
    });

    it('undoing the first touch or contact keeps the next one', async () => {
      await using desk = await openFollowUpDesk(engine);
      const { ana, beto, change, db } = desk;
      await change(ana, { kind: 'touch', how: 'call' });
      await change(ana, { kind: 'note', text: 'Atendió', contact: true });
      await change(beto, { kind: 'touch', how: 'mail' });
      await change(beto, { kind: 'status', status: 'contacted' });
      const { timeline } = await fetchFollowUpDetail(db, ana, inquiry);
      for (const entry of timeline.slice(2)) await change(ana, { kind: 'undo', entry: entry.id });
      expect((await fetchFollowUpDetail(db, ana, inquiry)).followUp).toMatchObject({
        status: 'contacted',
        notes: 0,
        firstTouch: { at: timeline[1]?.at, by: { name: 'Beto' }, how: 'mail' },
        firstContact: { at: timeline[0]?.at, by: { name: 'Beto' } },
        version: 6,
      });
    });

    it('is refused once somebody else changed it', async () => {
      await using desk = await openFollowUpDesk(engine);
      const { ana, beto, change, db } = desk;
      await change(ana, { kind: 'claim', claimed: true });
      const [entry] = (await fetchFollowUpDetail(db, ana, inquiry)).timeline;
      await change(beto, { kind: 'hand-over', to: beto.id, note: 'Lo conozco' });
      await expect(change(ana, { kind: 'undo', entry: entry?.id ?? '' })).rejects.toThrow('Otra persona');
      const { followUp, timeline } = await fetchFollowUpDetail(db, ana, inquiry);
      expect(followUp.claimedBy?.name).toBe('Beto');
      expect(timeline.map(({ undone }) => undone)).toEqual([false, false]);
    });

    it('strikes a note, and the contact that it told of', async () => {
      await using desk = await openFollowUpDesk(engine);
      const { ana, change, db } = desk;
      await change(ana, { kind: 'note', text: 'Atendió', contact: true });
      const [entry] = (await fetchFollowUpDetail(db, ana, inquiry)).timeline;
      await change(ana, { kind: 'note', text: 'Otra cosa', contact: false });
      expect(await change(ana, { kind: 'undo', entry: entry?.id ?? '' })).toMatchObject({
        notes: 1,
        firstContact: null,
      });
      const struck = (await fetchFollowUpDetail(db, ana, inquiry)).timeline.at(-1);
      expect(struck).toMatchObject({ undone: true, change: { text: 'Atendió' } });
    });
  });

  it('a follow-up stands as what was not taken back says, whoever does what in whatever order', async () => {
    await using desk = await openFollowUpDesk(engine);
    const { ana, beto, change, db } = desk;
    let inquiries = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), anyStep), { maxLength: 14 }), async (steps) => {
        inquiries += 1;
        const of = { ...inquiry, sid: String(inquiries).padStart(26, '0') };
        const model: Done[] = [];
        for (const [byAna, step] of steps) {
          const by = byAna ? ana : beto;
          const version = (await fetchFollowUpDetail(db, ana, of)).followUp.version - (step.stale ? 1 : 0);
          const entry = model[step.entry % Math.max(1, model.length)];
          const what =
            step.change.kind === 'undo' ? { ...step.change, entry: entry?.id ?? randomUUID() } : step.change;
          const id = randomUUID();
          const done = await change(by, what, { version, id, of }).then(
            () => true,
            () => false,
          );
          expect([what, done]).toEqual([what, !isRefused(model, what, step.stale)]);
          if (!done) continue;
          if (what.kind === 'undo' && entry) entry.undone = true;
          model.push({ id, by: by.name, change: what, undone: false });
        }
        const { followUp, timeline } = await fetchFollowUpDetail(db, ana, of);
        expect(timeline.map(({ id, undone }) => [id, undone])).toEqual(
          model.map(({ id, undone }) => [id, undone]).toReversed(),
        );
        expect(followUp).toMatchObject(expected(model));
      }),
      { numRuns: engine === 'sqlite' ? propertyRuns(60, 1000) : propertyRuns(10, 100) },
    );
  });
});
