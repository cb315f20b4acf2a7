import type { ConsultaPublicada } from '#contract/publisher.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { Database } from '#database/database.ts';
import type { Caller } from '#service/apps/store.ts';
import { formatInquiry } from '#service/inquiries/representation.ts';
import { type ReceivedInquiry, insertInquiries } from '#service/inquiries/store.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import { enqueueDeliveries } from '#service/webhooks/enqueue-deliveries.ts';
import { sha256 } from '#signing/sha256.ts';
import type { Stamp } from '#system/random.ts';

/** Ids that were used before for an inquiry with other content. */
export class ReusedIdError extends Error {
  readonly ids: ReadonlySet<string>;

  constructor(ids: ReadonlySet<string>) {
    super('An id of the publisher stands for another inquiry');
    this.ids = ids;
  }
}

export interface PublishOptions extends Stamp {
  published: readonly ConsultaPublicada[];
  /** Gives a new inquiry its sid. */
  toInquiry: (published: ConsultaPublicada) => ReceivedInquiry;
}

/** The inquiry that an id stands for; `isNew`: since this call. */
export interface Receipt {
  id: string;
  sid: string;
  isNew: boolean;
}

/**
 * Saves the inquiries whose ids were not received before, with their webhook messages, all or none.
 * @returns receipts in the order of `published`; an id that occurs twice is new once
 * @throws ReusedIdError
 */
export async function publishInquiries(
  { db, engine }: Database<Tables>,
  caller: Caller,
  agency: AgencyRow,
  { published, toInquiry, now, random }: PublishOptions,
): Promise<Receipt[]> {
  const inquiries = new Map<string, ReceivedInquiry & { hash: string }>();
  const reused = new Set<string>();
  for (const inquiry of published) {
    const hash = sha256(JSON.stringify(inquiry), 'base64');
    const first = inquiries.get(inquiry.Id);
    if (!first) inquiries.set(inquiry.Id, { ...toInquiry(inquiry), hash });
    else if (first.hash !== hash) reused.add(inquiry.Id);
  }
  if (reused.size > 0) throw new ReusedIdError(reused);

  // Sorted: transactions with the same ids wait for each other without a deadlock.
  const rows = [...inquiries]
    .map(([id, { sid, hash }]) => ({
      app_key: caller.key,
      agency_key: agency.mail_key,
      id,
      sid,
      content_hash: hash,
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return db.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .insertInto('published_inquiries')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    const newIds = new Set(claimed.map(({ id }) => id));
    const sids = new Map(rows.map(({ id, sid }) => [id, sid]));
    if (newIds.size < rows.length) {
      const earlier = await transaction
        .selectFrom('published_inquiries')
        .select(['id', 'sid', 'content_hash'])
        .where((eb) => eb.and({ app_key: caller.key, agency_key: agency.mail_key }))
        .where('id', 'in', [...sids.keys()])
        .execute();
      for (const { id, sid, content_hash } of earlier) {
        sids.set(id, sid);
        if (content_hash !== inquiries.get(id)?.hash) reused.add(id);
      }
      if (reused.size > 0) throw new ReusedIdError(reused);
    }
    if (newIds.size > 0) {
      const received = [...inquiries].flatMap(([id, inquiry]) => (newIds.has(id) ? [inquiry] : []));
      await insertInquiries(transaction, agency, received, now);
      const messages = received.map((inquiry) => ({
        body: formatInquiry(agency, inquiry),
        publishedBy: inquiry.publishedBy,
      }));
      await enqueueDeliveries(transaction, engine, { topic: INQUIRY_TOPIC, agency, messages, now, random });
    }
    return published.map(({ Id: id }) => ({ id, sid: sids.get(id) ?? '', isNew: newIds.delete(id) }));
  });
}
