import type { Kysely } from 'kysely';
import type { BuyerCounts } from '#contract/desk/buyers.ts';
import { readById } from '#database/read-by-id.ts';
import { findRunsNaming } from '#gateway/catalogs/match-runs.ts';
import { countFiles } from '#gateway/export/store.ts';
import { findNotesNaming } from '#gateway/invitations/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { findTemplatesNaming } from '#gateway/templates/store.ts';
import { findViewsNaming } from '#gateway/views/store.ts';
import { type BuyerKeys, type NamesBuyer, createBuyerMatcher } from './buyer-keys.ts';
import { type HeldCopy, findCopiesNaming, findCopiesOf, toCopyKey } from './held-copies.ts';
import { type HeldInquiry, countUnreachableNotes, findHeldInquiries } from './held-inquiries.ts';

type Tables = GatewayTables;

/** Everything that the gateway holds of a buyer, as an erasure would find it. */
export interface HeldData {
  inquiries: (HeldInquiry & { copies: HeldCopy[] })[];
  /** Copies that belong to none of these inquiries. */
  copies: HeldCopy[];
  /** Saved searches, templates, notes about agencies and compared columns that name the buyer. */
  texts: string[];
  /** Files of exports, of anybody: what is in them is not known. */
  files: number;
  /** Changes in the audit that name the buyer. */
  auditEntries: { at: number; action: string; changes: string }[];
  /** Inquiries with notes whose buyer is not known. */
  unreachable: number;
}

export async function findHeldData(db: Kysely<Tables>, keys: BuyerKeys): Promise<HeldData> {
  const namesBuyer = createBuyerMatcher(keys);
  const inquiries: HeldData['inquiries'] = [];
  const found = new Set<string>();
  for (const inquiry of await findHeldInquiries(db, keys)) {
    const copies = (await findCopiesOf(db, inquiry)).filter((copy) => addKey(found, copy));
    inquiries.push({ ...inquiry, copies });
  }
  const copies: HeldCopy[] = [];
  for await (const copy of findCopiesNaming(db, keys)) if (addKey(found, copy)) copies.push(copy);
  const views = await findViewsNaming(db, namesBuyer);
  const templates = await findTemplatesNaming(db, namesBuyer);
  const notes = await findNotesNaming(db, namesBuyer);
  const runs = await Array.fromAsync(findRunsNaming(db, namesBuyer));
  return {
    inquiries,
    copies,
    texts: [
      ...views.map(({ name, search }) => `${name} ${new URLSearchParams(search).toString()}`),
      ...templates.map(({ name, subject, text }) => [name, subject, text].filter(Boolean).join('\n')),
      ...notes.map(({ note }) => note),
      ...runs.map(({ text }) => text),
    ],
    files: await countFiles(db),
    auditEntries: await findAuditEntries(db, namesBuyer),
    unreachable: await countUnreachableNotes(db),
  };
}

/** Adds the key of a copy. @returns false: it was there */
function addKey(found: Set<string>, copy: HeldCopy): boolean {
  const { size } = found;
  return found.add(toCopyKey(copy)).size > size;
}

/** Counts what is held, as an erasure counts it. */
export function countHeldData({ inquiries, copies, texts, files }: HeldData): BuyerCounts {
  return {
    ...countInquiries(inquiries),
    ...countCopies([...inquiries.flatMap((inquiry) => inquiry.copies), ...copies]),
    texts: texts.length,
    files,
  };
}

/** Counts inquiries in the index, and others. */
export function countInquiries(
  inquiries: readonly Pick<HeldInquiry, 'data'>[],
): Pick<BuyerCounts, 'inquiries' | 'departed'> {
  const indexed = inquiries.filter(({ data }) => data !== null).length;
  return { inquiries: indexed, departed: inquiries.length - indexed };
}

/** Counts copies, each once. */
export function countCopies(
  copies: readonly HeldCopy[],
): Pick<BuyerCounts, 'notes' | 'payloads' | 'jobRows'> {
  const unique = [...new Map(copies.map((copy) => [toCopyKey(copy), copy.kind])).values()];
  const count = (...kinds: HeldCopy['kind'][]) => unique.filter((kind) => kinds.includes(kind)).length;
  return { notes: count('note'), payloads: count('payload'), jobRows: count('job-row', 'job') };
}

const ENTRIES_PER_SLICE = 500;

/** Finds the audit entries whose changes name the buyer. They cannot be erased: the audit is append-only. */
async function findAuditEntries(
  db: Kysely<Tables>,
  namesBuyer: NamesBuyer,
): Promise<HeldData['auditEntries']> {
  const found: HeldData['auditEntries'] = [];
  const rows = readById((after) =>
    db
      .selectFrom('audit')
      .select(['id', 'at', 'action', 'changes'])
      .where('id', '>', after)
      .where('changes', 'is not', null)
      .orderBy('id')
      .limit(ENTRIES_PER_SLICE)
      .execute(),
  );
  for await (const { at, action, changes } of rows)
    if (changes !== null && namesBuyer(changes)) found.push({ at, action, changes });
  return found;
}
