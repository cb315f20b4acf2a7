import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import type { ReadEngine } from './reads.ts';
import type { ReadReply, ReadRequest } from './sqlite-reader-worker.ts';

/**
 * One thread more than may run long reads, which leave a core to the event loop; each has a page cache of its own. The last
 * one is for short reads: they would wait for long ones otherwise.
 */
const READERS = Math.min(Math.max(availableParallelism(), 2), 4);

/** Runs statements in worker threads with connections that only read; threads start when they are needed. */
export class SqliteReaders implements ReadEngine {
  readonly isPostgres = false;
  readonly slots = READERS;
  readonly #file: string;
  readonly #idle: Worker[] = [];
  readonly #workers = new Set<Worker>();
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async execute<Row>({ sql, parameters }: CompiledQuery): Promise<Row[]> {
    if (this.#isClosed) throw new Error('The database is closed');
    const worker = this.#idle.pop() ?? this.#start();
    const reply = await ask(worker, { sql, parameters });
    if (this.#workers.has(worker)) this.#idle.push(worker);
    if ('error' in reply) throw Object.assign(new Error(reply.error), { errcode: reply.errcode });
    return reply.rows as Row[];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-reader-worker.ts', import.meta.url), {
      workerData: this.#file,
      execArgv: [],
    });
    this.#workers.add(worker);
    worker.once('exit', () => {
      this.#workers.delete(worker);
      const index = this.#idle.indexOf(worker);
      if (index >= 0) this.#idle.splice(index, 1);
    });
    // An error of an idle thread would end the process without a listener. Its exit follows.
    worker.on('error', () => {});
    worker.unref();
    return worker;
  }
}

function ask(worker: Worker, request: ReadRequest): Promise<ReadReply> {
  return new Promise((resolve) => {
    const settle = (reply: ReadReply) => {
      worker.off('message', settle).off('error', fail).off('exit', end);
      resolve(reply);
    };
    let failure = 'A reader of the database has ended';
    const fail = (error: unknown) => {
      failure = String(error);
    };
    const end = () => settle({ error: failure });
    worker.on('message', settle).on('error', fail).on('exit', end);
    worker.postMessage(request, []);
  });
}
