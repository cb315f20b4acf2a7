import { Failure } from '#console/api/failure.ts';
import { ChangeQueue } from '#console/follow-up/change-queue.ts';
import { parseChanges, serializeChange } from '#console/follow-up/change-storage.ts';
import { type PersonRef, applyEntry } from '#console/follow-up/timeline-reducer.ts';
import type { ChangeFollowUp, FollowUpDetail } from '#contract/desk/follow-up.ts';
import { type RecordedChange, getChangedField } from '#contract/follow-up/change-kinds.ts';
import { UNTOUCHED_FOLLOW_UP } from './follow-ups.ts';

export const VALERIA = { id: 'v', name: 'Valeria' };
export const ZOE = { id: 'z', name: 'Zoe' };
export const CONTACTED: RecordedChange = { kind: 'status', status: 'contacted' };
export const WON: RecordedChange = { kind: 'status', status: 'won' };
export const SNOOZE: RecordedChange = { kind: 'snooze', until: 5_000_000 };
export const CLAIM: RecordedChange = { kind: 'claim', claimed: true };
export const NOTE: RecordedChange = { kind: 'note', text: 'Llama el lunes', contact: false };
export const CALL: RecordedChange = { kind: 'touch', how: 'call' };

export const INQUIRY = { adminMail: 'sur@agencia.example', sid: 'S' };
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const [ID1, ID2, ID3] = [idOf(1), idOf(2), idOf(3)];

const UNTOUCHED: FollowUpDetail = {
  followUp: UNTOUCHED_FOLLOW_UP,
  timeline: [],
  entries: 0,
};

const refused = (code: string, status: number) =>
  new Failure('problem', 'POST', { status, problem: { Type: `/problems/${code}` } });
const noResponse = () => new Failure('network', 'POST');

/** A queue before a gateway that loses requests and replies, and a colleague who changes the same inquiry. */
export function createChangeWorld() {
  let stored = UNTOUCHED;
  let cached: FollowUpDetail | undefined = stored;
  let shown: FollowUpDetail | undefined;
  let time = 1000;
  let lastNumber = 0;
  const faults: ('none' | 'lost' | 'down' | 'ended')[] = [];
  const bodies: ChangeFollowUp[] = [];
  let pages = 0;

  const apply = ({ id, version, change }: ChangeFollowUp, by: PersonRef) => {
    if (stored.timeline.some((entry) => entry.id === id)) return;
    if (getChangedField(change) && version !== stored.followUp.version)
      throw refused('changed-meanwhile', 409);
    stored = applyEntry(stored, { id, at: (time += 1), by, to: null, change, undone: false });
  };
  const openPage = () => {
    const page = (pages += 1);
    return new ChangeQueue({
      load: async () => (cached ??= stored),
      refetch: async () => (cached = stored),
      getCached: () => cached,
      setCached: (detail) => (shown = cached = detail),
      onUpdate: () => {},
      save: async (body) => {
        bodies.push(body);
        const fault = faults.shift() ?? 'none';
        await Promise.resolve();
        if (fault === 'down') throw noResponse();
        if (fault === 'ended') throw refused('sign-in-required', 401);
        apply(body, VALERIA);
        // A page that was left gets no reply.
        if (page !== pages) return new Promise<never>(() => {});
        if (fault === 'lost') throw noResponse();
        return stored;
      },
    });
  };
  let queue = openPage();
  const createId = () => idOf((lastNumber += 1));
  return {
    get queue() {
      return queue;
    },
    reload: () => {
      const texts = queue.changes.map((one, position) => serializeChange(INQUIRY, position, one));
      cached = shown = undefined;
      queue = openPage();
      for (const { changes } of parseChanges(texts.toReversed())) queue.restore(changes);
    },
    show: () => {
      shown ??= cached ??= stored;
    },
    settle: () => new Promise((resolve) => void setImmediate(resolve)),
    faults,
    bodies,
    createId,
    stored: () => stored,
    shown: () => shown,
    clearCache: () => (cached = undefined),
    save: (change: RecordedChange, source = 'status', onSaved?: () => void) =>
      queue.enqueue({ id: createId(), change, at: (time += 1), by: VALERIA, to: null, source, onSaved }),
    zoe: (change: RecordedChange) => apply({ id: createId(), version: stored.followUp.version, change }, ZOE),
    states: () => queue.changes.map(({ change, state }) => `${change.kind} ${state}`),
  };
}
