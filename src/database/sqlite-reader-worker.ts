import { constants, setPriority } from 'node:os';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { registerFunctions } from './sqlite-functions.ts';

// A worker thread that runs statements on a connection which only reads.

export interface ReadRequest {
  sql: string;
  parameters: readonly unknown[];
}
export type ReadReply = { rows: unknown[] } | { error: string; errcode?: number | undefined };

const MAX_READER_STATEMENTS = 50;

// Linux applies the priority to this thread alone: the event loop comes first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const sqlite = new DatabaseSync(workerData as string, { readOnly: true });
sqlite.exec('pragma busy_timeout = 5000; pragma query_only = on; pragma cache_size = -16000;');
registerFunctions(sqlite);
const statements = new Map<string, StatementSync>();

parentPort?.on('message', (request: ReadRequest) => {
  parentPort?.postMessage(runRead(request), []);
});

function runRead({ sql, parameters }: ReadRequest): ReadReply {
  try {
    return { rows: prepareStatement(sql).all(...(parameters as SQLInputValue[])) };
  } catch (error) {
    return {
      error: error instanceof Error ? error.message : String(error),
      errcode: error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined,
    };
  }
}

function prepareStatement(sql: string): StatementSync {
  const statement = statements.get(sql) ?? sqlite.prepare(sql);
  statements.delete(sql);
  statements.set(sql, statement);
  const [oldest] = statements.keys();
  if (statements.size > MAX_READER_STATEMENTS && oldest !== undefined) statements.delete(oldest);
  return statement;
}
