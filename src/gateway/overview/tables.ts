import type { Generated } from 'kysely';
import type { AnswerBand } from '#contract/overview.ts';

export interface OverviewDayTable {
  /** Empty: the sum of all agencies, without `people`. */
  agency_key: string;
  /** Day in the service's time zone. */
  day: string;
  inquiries: number;
  answered: number;
  in_time: number;
  /** The rest is JSON; see `figures.ts`. */
  minutes: string;
  outcomes: string;
  hours: string;
  people: string;
  breakdowns: string;
  /** `FIGURES_RULE` by which the row was computed; of `ALL_KEY` without meaning. */
  rule: number;
}

/** Values of an inquiry that `addInquiry` counts. */
export interface InquiryFiguresTable {
  number: number;
  /** Hours of the week, from 0 to 167, in the agency's zone. */
  arrival_hour: number;
  arrived_closed: 0 | 1;
  /** null: not answered. */
  answer_hour: number | null;
  answer_band: AnswerBand;
}

export interface OverviewTables {
  inquiry_figures: InquiryFiguresTable;
  /** Figures of the days with inquiries. */
  overview_day: OverviewDayTable;
  /**
   * Changes since the figures were computed, marked by triggers. Rows are only added, so that marking waits for nobody:
   * those that a transaction sees are deleted by it before it reads the inquiries.
   */
  overview_stale: {
    id: Generated<number>;
    agency_key: string;
    /** Quarter of an hour of the inquiry, since 1970; null: all of the agency's days. */
    quarter: number | null;
  };
  /** One row: zone of the days. Also locked while figures are written. */
  overview_zone: { zone: string };
}

/** `agency_key` of the sum of all agencies. */
export const ALL_KEY = '';
