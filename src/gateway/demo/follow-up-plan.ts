import { createHash } from 'node:crypto';
import type { LOST_REASONS } from '#contract/follow-up/follow-up-state.ts';
import { type Hours, addOpenMinutes } from '#contract/hours.ts';
import { addDays, startOfDay } from '#contract/window.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import type { Entry } from '#gateway/follow-up/state-columns.ts';
import { sha256 } from '#signing/sha256.ts';

// Inputs of the actions of the demo's people on an inquiry. The plan follows from its sid and the day of the
// first start.

export interface PlanOptions {
  /** Ids of the people of the agency, the one who does most first. */
  people: readonly string[];
  hours: Hours;
  /** Day of the first start; everything happened before it. */
  day: string;
  zone: string;
  /** Share of the inquiries that are answered. */
  diligence: number;
}

const OPEN_DAY_MINUTES = 480;

const CALL_NOTES = [
  'Hablamos: quiere verlo con su pareja el fin de semana.',
  'Pregunta si tomamos su usado; le pedí fotos y el kilometraje.',
  'Le interesa financiar la mitad. Le paso las cuotas por WhatsApp.',
  'Compara con otra agencia. Vuelvo a llamar en dos días.',
  'Confirmó que puede venir por la tarde, después de las seis.',
  'Ya vendió el suyo y busca para este mes.',
];
const NO_ANSWER_NOTES = [
  'No atendió; dejé mensaje.',
  'El número da ocupado. Pruebo más tarde.',
  'Leyó el mensaje y no contestó.',
];
const APPOINTMENT_NOTES = [
  'Viene el sábado a las 11 a probarlo.',
  'Quedamos mañana a las 17 en la agencia.',
  'Pasa el jueves con su usado para tasarlo.',
];

const DEMO_LOST_REASONS: readonly (typeof LOST_REASONS)[number][] = [
  'no-answer',
  'no-answer',
  'price',
  'bought-elsewhere',
  'not-available',
  'finance',
  'other',
];

/** Timeline entries of an inquiry, oldest first; none: nobody did anything yet. */
export function planFollowUp(
  { agency_key, sid, at }: { agency_key: string; sid: string; at: number },
  { people, hours, day, zone, diligence }: PlanOptions,
): Entry[] {
  const draw = createDraw(`${agency_key} ${sid}`);
  const end = startOfDay(day, zone);
  const entries: Entry[] = [];
  let now = at;
  const person_id = (draw() < 0.75 ? people[0] : pick(people, draw())) ?? '';
  /** @returns false: that would be later than the story goes */
  const add = (openMinutes: number, change: RecordedChange): boolean => {
    const next = addOpenMinutes(now, openMinutes, hours);
    if (next === undefined || next >= end) return false;
    now = Math.floor(next);
    const id = toUuid(`${agency_key} ${sid} ${entries.length}`);
    entries.push({ id, person_id, at: now, change, undone: 0 });
    return true;
  };
  const note = (texts: readonly string[], contact: boolean): RecordedChange => ({
    kind: 'note',
    text: pick(texts, draw()),
    contact,
  });

  const isAnswered = draw() < diligence;
  const delay = drawDelay(draw());
  if (!isAnswered) {
    // Most are given up later.
    if (draw() < 0.7) {
      const lostReason = pick(['bought-elsewhere', 'other'] as const, draw());
      add((6 + draw() * 6) * OPEN_DAY_MINUTES, { kind: 'status', status: 'lost', lostReason });
    }
    return entries;
  }
  if (draw() < 0.6) add(Math.max(1, delay - 2), { kind: 'claim', claimed: true });
  const how = pick(['call', 'call', 'whatsapp', 'whatsapp', 'mail'] as const, draw());
  if (!add(entries.length > 0 ? 2 : delay, { kind: 'touch', how })) return entries;

  const fate = draw();
  if (fate < 0.2) {
    if (draw() < 0.6) add(1, note(NO_ANSWER_NOTES, false));
    if (draw() < 0.4) add(30 + draw() * 60, { kind: 'touch', how: 'whatsapp' });
    return snooze(entries, { draw, day, zone, add });
  }
  if (fate < 0.38) {
    add(1 + draw() * 10, note(NO_ANSWER_NOTES, false));
    add((2 + draw() * 6) * OPEN_DAY_MINUTES, { kind: 'status', status: 'lost', lostReason: 'no-answer' });
    return entries;
  }
  if (!add(2 + draw() * OPEN_DAY_MINUTES, note(CALL_NOTES, true))) return entries;
  if (fate < 0.6) return snooze(entries, { draw, day, zone, add });
  if (fate < 0.75) {
    add((1 + draw() * 5) * OPEN_DAY_MINUTES, {
      kind: 'status',
      status: 'lost',
      lostReason: pick(DEMO_LOST_REASONS, draw()),
    });
    return entries;
  }
  if (!add(10 + draw() * OPEN_DAY_MINUTES, { kind: 'status', status: 'appointment' })) return entries;
  add(1, note(APPOINTMENT_NOTES, true));
  const outcome = draw();
  const days = (1 + draw() * 5) * OPEN_DAY_MINUTES;
  if (outcome < 0.5) add(days, { kind: 'status', status: 'won' });
  else if (outcome < 0.75)
    add(days, { kind: 'status', status: 'lost', lostReason: pick(DEMO_LOST_REASONS, draw()) });
  return entries;
}

interface SnoozeOptions {
  draw: () => number;
  day: string;
  zone: string;
  add: (openMinutes: number, change: RecordedChange) => boolean;
}

/** Puts some of those aside that somebody worked on in the last days: most until a day to come, some until one past. */
function snooze(entries: Entry[], { draw, day, zone, add }: SnoozeOptions): Entry[] {
  const last = entries.at(-1);
  const tenAm = (days: number) => startOfDay(addDays(day, days), zone) + 10 * 3_600_000;
  const until = tenAm(Math.floor(draw() * 6) - 1);
  if (last && last.at > tenAm(-8) && draw() < 0.5) add(1, { kind: 'snooze', until });
  return entries;
}

/** Open minutes until the first answer: most within half an hour. */
function drawDelay(chance: number): number {
  if (chance < 0.72) return 3 + (chance / 0.72) * 24;
  if (chance < 0.87) return 27 + ((chance - 0.72) / 0.15) * 33;
  if (chance < 0.97) return 60 + ((chance - 0.87) / 0.1) * 240;
  return 300 + ((chance - 0.97) / 0.03) * 600;
}

/** Numbers in [0, 1) that follow from a text. */
export function createDraw(seed: string): () => number {
  let bytes = Buffer.alloc(0);
  let count = 0;
  return () => {
    const at = (count % 8) * 4;
    if (at === 0) bytes = createHash('sha256').update(`${seed} ${count}`).digest();
    count += 1;
    return bytes.readUInt32LE(at) / 0x1_0000_0000;
  };
}

function pick<T>(from: readonly T[], chance: number): T {
  const chosen = from[Math.floor(chance * from.length)];
  if (chosen === undefined) throw new RangeError('Nothing to choose from');
  return chosen;
}

function toUuid(seed: string): string {
  const hex = sha256(seed);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
