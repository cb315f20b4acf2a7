import type { Kysely } from 'kysely';
import { insertFullText } from '#database/full-text.ts';
import { defaultHours } from '#contract/hours.ts';
import { parseEntry } from './entries.ts';
import { FULL_TEXT_INDEX, type InquiryTables } from './tables.ts';

const INQUIRIES_PER_BATCH = 1000;
/** Tokens do not depend on hours. */
const HOURS = defaultHours('UTC');

/** Fills the empty full-text index from the inquiries, which have what it was made of. */
export async function fillFullTextIndex(db: Kysely<InquiryTables>): Promise<void> {
  let after = 0;
  for (;;) {
    const inquiries = await db
      .selectFrom('inquiry')
      .select(['number', 'agency_key', 'data'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(INQUIRIES_PER_BATCH)
      .execute();
    const last = inquiries.at(-1);
    if (!last) return;
    const rows = inquiries.flatMap(({ number, agency_key, data }) => {
      const source = { agency: agency_key, discoverySource: 'list', hours: HOURS, now: 0 } as const;
      const entry = parseEntry(JSON.parse(data), source);
      return entry ? [{ number, tokens: entry.tokens }] : [];
    });
    await insertFullText(db, FULL_TEXT_INDEX, rows);
    after = last.number;
  }
}
