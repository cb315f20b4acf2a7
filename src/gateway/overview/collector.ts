import { type Answers, type Figures, addFigures, createAnswerFigures, createFigures } from './figures.ts';

/** Sums of a period: in total, by day and by agency. */
export class Collector {
  readonly totals = createFigures();
  readonly before = createFigures();
  readonly days: Map<string, Answers & { origins: Map<string, number> }>;
  readonly agencies: Map<string, Answers & { before: number; days: number[] }>;
  readonly #positions: Map<string, number>;

  constructor(days: readonly string[], agencies: readonly string[]) {
    const createAnswers = () => ({ inquiries: 0, ...createAnswerFigures() });
    this.#positions = new Map(days.map((day, position) => [day, position]));
    this.days = new Map(days.map((day) => [day, { ...createAnswers(), origins: new Map<string, number>() }]));
    this.agencies = new Map(
      agencies.map((agency) => [agency, { ...createAnswers(), before: 0, days: days.map(() => 0) }]),
    );
  }

  /** Adds figures of an agency and a day, of the period or before it. */
  add(agency: string, day: string, figures: Figures): void {
    if (this.#positions.has(day)) {
      this.addDay(day, figures);
      this.addAgencyDay(agency, day, figures);
    } else {
      this.addBefore(figures);
      this.addAgencyBefore(agency, figures.inquiries);
    }
  }

  addDay(day: string, figures: Figures): void {
    addFigures(this.totals, figures);
    const sum = this.days.get(day);
    if (!sum) return;
    sumAnswers(sum, figures);
    for (const [origin, count] of figures.breakdowns.origin)
      sum.origins.set(origin, (sum.origins.get(origin) ?? 0) + count);
  }

  addAgencyDay(agency: string, day: string, figures: Answers): void {
    const sum = this.agencies.get(agency);
    const position = this.#positions.get(day);
    if (!sum || position === undefined) return;
    sumAnswers(sum, figures);
    sum.days[position] = (sum.days[position] ?? 0) + figures.inquiries;
  }

  /** Adds figures of an agency and several days, with its inquiries of each day. */
  addAgency(
    agency: string,
    figures: Answers,
    days: readonly (readonly [day: string, inquiries: number])[],
  ): void {
    const sum = this.agencies.get(agency);
    if (!sum) return;
    sumAnswers(sum, figures);
    for (const [day, inquiries] of days) {
      const position = this.#positions.get(day);
      if (position !== undefined) sum.days[position] = (sum.days[position] ?? 0) + inquiries;
    }
  }

  addBefore(figures: Figures): void {
    addFigures(this.before, figures);
  }

  addAgencyBefore(agency: string, inquiries: number): void {
    const sum = this.agencies.get(agency);
    if (sum) sum.before += inquiries;
  }
}

function sumAnswers(sum: Answers, { inquiries, answered, inTime, minutes }: Answers): void {
  sum.inquiries += inquiries;
  sum.answered += answered;
  sum.inTime += inTime;
  for (const [minute, count] of minutes) sum.minutes.set(minute, (sum.minutes.get(minute) ?? 0) + count);
}
