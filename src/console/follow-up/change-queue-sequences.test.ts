import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type RecordedChange, getChangedField } from '#contract/follow-up/change-kinds.ts';
import { propertyRuns } from '#testing/property-runs.ts';
import { incrementsVersion } from './timeline-reducer.ts';
import {
  CALL,
  CLAIM,
  CONTACTED,
  NOTE,
  SNOOZE,
  VALERIA,
  WON,
  ZOE,
  createChangeWorld,
} from '#testing/change-queue-world.ts';

const TALKED: RecordedChange = { kind: 'note', text: 'Viene', contact: true };
const CHANGES = [CONTACTED, WON, SNOOZE, NOTE, CLAIM, CALL, TALKED] as const;

it('any sequence of changes, failures and reloads overwrites no unseen change of a colleague and saves nothing twice', async () => {
  const step = fc.oneof(
    fc.record({ who: fc.constant('me'), change: fc.constantFrom(...CHANGES), wait: fc.boolean() }),
    fc.record({ who: fc.constant('zoe'), change: fc.constantFrom(...CHANGES), wait: fc.constant(false) }),
    fc.record({ who: fc.constantFrom('retry', 'reload'), change: fc.constant(NOTE), wait: fc.boolean() }),
  );
  const faults = fc.array(fc.constantFrom('none', 'none', 'lost', 'down'), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), faults, async (steps, given) => {
      const world = createChangeWorld();
      world.faults.push(...given);
      let pending: Promise<unknown>[] = [];
      const shownIds = new Map<string, Set<string>>();
      for (const { who, change, wait } of steps) {
        if (who === 'zoe') world.zoe(change);
        else if (who === 'retry') pending.push(world.queue.retry());
        else if (who === 'reload') {
          world.reload();
          pending = [world.settle()];
        } else {
          world.show();
          pending.push(world.save(change));
          const id = world.queue.changes.at(-1)?.id ?? '';
          shownIds.set(id, new Set(world.shown()?.timeline.map(({ id }) => id)));
        }
        if (wait) await pending.at(-1);
      }
      await Promise.all(pending);
      await world.settle();
      const { timeline, followUp } = world.stored();
      expect(new Set(timeline.map(({ id }) => id)).size).toBe(timeline.length);
      expect(followUp.version).toBe(
        timeline.filter(({ change }) => incrementsVersion(change, timeline)).length,
      );
      expect(world.queue.changes.some(({ state }) => state === 'queued')).toBe(false);
      expect(Boolean(world.queue.conflict)).toBe(
        world.queue.changes.some(({ state }) => state === 'conflict'),
      );
      // Every own change of a field follows only changes of hers of any kind that were shown when it was made.
      const unseen = timeline.flatMap(({ id, by, change }, at) =>
        by.id === VALERIA.id && getChangedField(change)
          ? timeline
              .slice(at + 1)
              .filter(
                (before) =>
                  before.by.id === ZOE.id &&
                  incrementsVersion(before.change, timeline) &&
                  !shownIds.get(id)?.has(before.id),
              )
          : [],
      );
      expect(unseen).toEqual([]);
    }),
    { numRuns: propertyRuns(5000, 50_000) },
  );
});
