import { type Kysely, sql } from 'kysely';
import { isPostgres } from '#database/database.ts';
import { LOCK_NOT_AVAILABLE } from '#database/migrate-postgres.ts';
import { KeyedMutex } from '#gateway/keyed-mutex.ts';
import { createProblem } from '#gateway/problems.ts';
import { getErrorCode } from '#system/error-code.ts';
import { type WebhookTables, topicKey } from './store.ts';

/** First key of PostgreSQL's advisory locks of topics. */
const LOCK_CLASS = 7_236_012;
/** Shorter than the timeout of a statement. */
const TOPIC_LOCK_TIMEOUT_MS = 9000;

/**
 * Runs writes of one topic's settings one at a time, on all gateways of the database: with concurrent writes it would be
 * unknown which secret the service has.
 */
export class TopicWriteLock<Tables extends WebhookTables> {
  readonly #db: Kysely<Tables>;
  /** Writes of this process, of which one at a time occupies a connection on PostgreSQL: it needs a second one. */
  readonly #mutex = new KeyedMutex();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * @param task gets the database to record its outcome in: on PostgreSQL the transaction that holds the lock, so that an
   *   outcome is recorded only while it is held
   * @throws ProblemError `busy` while another gateway's write takes too long
   */
  runExclusive<T>(topic: string, task: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    const key = topicKey(topic);
    return isPostgres(this.#db)
      ? this.#mutex.runExclusive('', () => this.#runLocked(key, task))
      : this.#mutex.runExclusive(key, () => task(this.#db));
  }

  async #runLocked<T>(key: string, task: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    try {
      return await this.#db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${String(TOPIC_LOCK_TIMEOUT_MS)}, true)`.execute(
          transaction,
        );
        await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${key}))`.execute(transaction);
        return task(transaction);
      });
    } catch (error) {
      if (getErrorCode(error) === LOCK_NOT_AVAILABLE)
        throw createProblem('busy', { headers: { 'retry-after': '5' } });
      throw error;
    }
  }
}
