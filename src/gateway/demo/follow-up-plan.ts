import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import type { LostReason } from '#contract/follow-up/follow-up-state.ts';
import { type Hours, addOpenMinutes } from '#contract/hours.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import type { RecordedChange } from '#contract/follow-up/change-kinds.ts';
import type { Entry } from '#gateway/follow-up/state-columns.ts';
import { sha256 } from '#signing/sha256.ts';

// Inputs of the actions of the demo's people on an inquiry. The plan follows from its sid and the time of the
// first start.

export interface PlanOptions {
  /** Ids of the people of the agency, the one who does most first. */
  people: readonly string[];
  hours: Hours;
  /** Time of the first start, ms since 1970; everything happened before it. */
  now: number;
  /** Share of the inquiries that are answered, not closed unanswered. */
  diligence: number;
  /** Factor of the open time until the first answer. */
  slowness: number;
}

interface PlannedInquiry {
  agency_key: string;
  sid: string;
  at: number;
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
const PUT_ASIDE_NOTES = [
  'Está de viaje. Pidió que la llame a la vuelta.',
  'Espera que le aprueben el crédito; llamar de nuevo.',
  'Lo decide con la familia y me avisa. Si no, llamo yo.',
  'Quiere pasar después del trabajo: confirmar antes.',
];
const APPOINTMENT_NOTES = [
  'Viene el sábado a las 11 a probarlo.',
  'Quedamos mañana a las 17 en la agencia.',
  'Pasa el jueves con su usado para tasarlo.',
];

const DEMO_LOST_REASONS: readonly LostReason[] = [
  'no-answer',
  'no-answer',
  'price',
  'bought-elsewhere',
  'not-available',
  'finance',
  'other',
];

/** Timeline entries of an inquiry that somebody answered or closed, oldest first. */
export function planFollowUp(inquiry: PlannedInquiry, options: PlanOptions): Entry[] {
  const { entries, draw, add, force, note } = startPlan(inquiry, options);
  const lose = (days: number, reasons: readonly LostReason[]) =>
    add(days * OPEN_DAY_MINUTES, { kind: 'status', status: 'lost', lostReason: pick(reasons, draw()) });

  const delay = drawDelay(draw()) * options.slowness;
  if (draw() >= options.diligence && lose(0.5 + draw(), ['bought-elsewhere', 'other'])) return entries;
  if (draw() < 0.6) add(Math.max(1, delay - 2), { kind: 'claim', claimed: true });
  const how = pick(['call', 'call', 'whatsapp', 'whatsapp', 'mail'] as const, draw());
  if (!add(entries.length > 0 ? 2 : delay, { kind: 'touch', how }))
    // There was no open time left for that.
    force(0.2 + draw() * 0.6, { kind: 'touch', how: 'whatsapp' });

  const fate = draw();
  if (fate < 0.38) {
    if (draw() < 0.8) add(1 + draw() * 10, note(NO_ANSWER_NOTES, false));
    if (draw() < 0.4) add(30 + draw() * 60, { kind: 'touch', how: 'whatsapp' });
    if (fate < 0.1 && snooze(options.now, { entries, draw, add, zone: options.hours.zone })) return entries;
    lose(2 + draw() * 6, ['no-answer']);
    return entries;
  }
  if (!add(2 + draw() * OPEN_DAY_MINUTES, note(CALL_NOTES, true))) return entries;
  if (fate < 0.6 && snooze(options.now, { entries, draw, add, zone: options.hours.zone })) return entries;
  if (fate < 0.75) {
    lose(2 + draw() * 6, DEMO_LOST_REASONS);
    return entries;
  }
  if (!add(10 + draw() * OPEN_DAY_MINUTES, { kind: 'status', status: 'appointment' })) return entries;
  add(1, note(APPOINTMENT_NOTES, true));
  const isWon = draw() < 0.6;
  const days = 1 + draw() * 5;
  if (isWon) add(days * OPEN_DAY_MINUTES, { kind: 'status', status: 'won' });
  else lose(days, DEMO_LOST_REASONS);
  return entries;
}

/** Timeline entries of an inquiry that somebody called and put aside until `until`; undefined: it was too early for that. */
export function planSnooze(
  inquiry: PlannedInquiry,
  until: number,
  options: PlanOptions,
): Entry[] | undefined {
  const { entries, draw, add, note } = startPlan(inquiry, options);
  add(5 + draw() * 40, { kind: 'claim', claimed: true });
  add(2, { kind: 'touch', how: 'call' });
  if (!add(3, note(PUT_ASIDE_NOTES, true)) || !add(1, { kind: 'snooze', until })) return undefined;
  return entries.every(({ at }) => at < until) ? entries : undefined;
}

/** Timeline entries of a waiting inquiry: one that says that somebody claimed it, or none. */
export function planWaiting(inquiry: PlannedInquiry, options: PlanOptions): Entry[] {
  const { entries, draw, force } = startPlan(inquiry, options);
  if (draw() < 0.2) force(draw(), { kind: 'claim', claimed: true });
  return entries;
}

function startPlan({ agency_key, sid, at }: PlannedInquiry, { people, hours, now }: PlanOptions) {
  const draw = createDraw(`${agency_key} ${sid}`);
  const entries: Entry[] = [];
  let last = at;
  const person_id = pick(people, draw() ** 2);
  const append = (time: number, change: RecordedChange) => {
    last = Math.floor(time);
    const id = toUuid(`${agency_key} ${sid} ${entries.length}`);
    entries.push({ id, person_id, at: last, change, undone: 0 });
  };
  return {
    entries,
    draw,
    /** Appends a change after so much open time. @returns false: that would be later than the story goes */
    add: (openMinutes: number, change: RecordedChange): boolean => {
      const next = addOpenMinutes(last, openMinutes, hours);
      if (next === undefined || next >= now) return false;
      append(next, change);
      return true;
    },
    /** Appends a change at a share of the time up to the end of the story. */
    force: (share: number, change: RecordedChange) => append(last + (now - last) * share, change),
    note: (texts: readonly string[], contact: boolean): RecordedChange => ({
      kind: 'note',
      text: pick(texts, draw()),
      contact,
    }),
  };
}

type Plan = ReturnType<typeof startPlan>;

/** Puts some of those aside that somebody worked on in the last days, until a day to come. @returns whether it did */
function snooze(
  now: number,
  { entries, draw, add, zone }: Pick<Plan, 'entries' | 'draw' | 'add'> & { zone: string },
): boolean {
  const until = startOfDay(addDays(dayAt(now, zone), 1 + Math.floor(draw() * 5)), zone) + 10 * HOUR_MS;
  const last = entries.at(-1)?.at ?? 0;
  return last > now - 4 * DAY_MS && draw() < 0.4 && add(1, { kind: 'snooze', until });
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
