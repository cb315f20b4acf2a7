import type { Transaction } from 'kysely';
import type { AuditExportRequest } from '#contract/desk/audit.ts';
import {
  type ExportQuery,
  MAX_EXPORT_LENGTH,
  MAX_EXPORT_ROWS,
  MAX_RUNNING_EXPORTS,
} from '#contract/desk/export.ts';
import type { ExportedFile } from '#contract/desk/jobs.ts';
import { VIEW_CONTACTS } from '#contract/desk/rights.ts';
import type { MissingDays } from '#contract/desk/missing-days.ts';
import { NARROWING } from '#contract/inbox-filter-names.ts';
import { countRows } from '#database/count-rows.ts';
import { completeEntry, insertEntry } from '#gateway/audit/store.ts';
import { findPurposeFault } from '#gateway/contacts/purpose.ts';
import { createValidationProblem } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { catchUp, findMissingDays } from '#gateway/inquiries/catch-up.ts';
import { buildListRequest } from '#gateway/inquiries/list-request.ts';
import type { ListRequest } from '#gateway/inquiries/conditions.ts';
import { type Cursor, countInquiries } from '#gateway/inquiries/lists.ts';
import { type Scope, includesScope, resolveScope } from '#gateway/inquiries/scope.ts';
import type { HandledJob, JobHandler } from '#gateway/jobs/handler.ts';
import { insertJob, insertJobRows, isStored } from '#gateway/jobs/store.ts';
import type { JobRecord } from '#gateway/jobs/tables.ts';
import type { Person } from '#gateway/people/store.ts';
import { authorize } from '#gateway/permissions/permissions.ts';
import { createProblem } from '#gateway/problems.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { buildFileName, createExportFile, formatPart } from './export-text.ts';
import { deleteExcessFiles, deleteFile, fetchPartRows, insertPart } from './store.ts';

/** Input of the job. */
export interface ExportInput {
  query: ExportQuery;
  /** Scope of the person at the start. */
  scope: Scope;
  /** Id of the audit entry. */
  entry: string;
  file: Omit<ExportedFile, 'until'>;
}

/** Input of a row, which is a part of the file; the first one is the file's start. */
interface PartInput {
  after: Cursor | null;
  /** Characters of the parts before it. */
  length?: number;
}

/** Gaps listed in the audit entry; the rest is only counted. */
const MAX_MISSING = 20;

/** Codes of parts that failed as the person may see less than at the start. */
const REFUSAL_CODES: ReadonlySet<string> = new Set(['forbidden', 'foreign-agency']);

/**
 * Stores the job of an export with its audit entry, which has the purpose.
 * @throws ProblemError `forbidden`, `foreign-agency`, `export-too-large`, `too-many-requests`, 400 for the purpose
 */
export async function createExportJob(
  gateway: Gateway,
  author: { id: string; person: Person; address: string },
  query: ExportQuery,
  purpose: string | undefined,
): Promise<void> {
  const { db, now, createAuditId } = gateway;
  const { id, person, address } = author;
  const { scope, ...list } = buildListRequest(gateway, person, query);
  authorizeExport(person, { query, scope });
  const fault = purpose === undefined ? query.masked !== '1' && 'invalid' : findPurposeFault(purpose);
  if (fault) throw createValidationProblem({ purpose: fault });
  if (await isStored(db, { ...author, kind: 'export' })) return;
  const reads = gateway.readAs({ key: person.id, isLong: true });
  const total = await countInquiries(reads, { scope, ...list });
  if (total > MAX_EXPORT_ROWS) throw createProblem('export-too-large');
  await db.transaction().execute(async (transaction) => {
    const running = transaction
      .selectFrom('job')
      .where((eb) => eb.and({ person_id: person.id, kind: 'export' }))
      .where('state', 'in', ['running', 'paused']);
    if ((await countRows(running)) >= MAX_RUNNING_EXPORTS)
      throw createProblem('too-many-requests', { headers: { 'retry-after': '5' } });
    await deleteExcessFiles(transaction, person.id);
    const auditRequest = { ...toInquiryExportRequest(query, scope), ...(purpose && { purpose }) };
    const subject = toSubject(id, { query, scope });
    const entry = await insertEntry(
      transaction,
      { person, address, action: 'exportInquiries', ...subject, request: auditRequest },
      { now: now(), createAuditId },
    );
    const { format = 'csv', masked } = query;
    const input: ExportInput = {
      query,
      scope,
      entry,
      file: { format, masked: masked === '1', expected: null, missing: null, failure: null },
    };
    const rows = [{ input: { after: null } satisfies PartInput }];
    const isInserted = await insertJob(
      transaction,
      { ...author, kind: 'export', input, rows, rowCount: total },
      now(),
    );
    // The same request was stored meanwhile.
    if (!isInserted) throw createProblem('changed-meanwhile');
  });
}

/**
 * Checks the rights to make and to download a file.
 * @throws ProblemError `forbidden`, `foreign-agency` when the person may see less than at the start
 */
export function authorizeExport(person: Person, { query, scope }: Pick<ExportInput, 'query' | 'scope'>) {
  authorize(person, 'exportInquiries', undefined);
  if (query.masked !== '1') authorize(person, VIEW_CONTACTS, undefined);
  if (!includesScope(resolveScope(person, query.agencia), scope)) throw createProblem('foreign-agency');
}

/** Makes the parts of a file, each of which adds the row of the next one. */
export const exportJobHandler: JobHandler = {
  callsService: false,

  async run(gateway, job, { number, input: rowInput }) {
    const { db, now, config } = gateway;
    const input = job.input as ExportInput;
    const { after, length: lengthBefore = 0 } = rowInput as PartInput;
    const storedRows = await fetchPartRows(db, job.id, number);
    if (storedRows !== undefined) return storedRows;
    const { query, scope } = input;
    authorizeExport(job.person, input);
    const list: ListRequest = {
      ...buildListRequest({ config, now: () => job.createdAt }, job.person, query),
      scope,
    };
    const file = createExportFile(query, config.timeZone);
    if (number === 1) {
      const missing = await readNewest(gateway, job, input);
      const total = await countInquiries(readForJob(gateway, job), list);
      if (total > MAX_EXPORT_ROWS) throw createProblem('export-too-large');
      await db.transaction().execute(async (transaction) => {
        if (
          !(await insertPart(transaction, { job_id: job.id, number, rows: 0, text: file.start, at: now() }))
        )
          return;
        const begun: ExportInput = { ...input, file: { ...input.file, missing, expected: total } };
        await transaction
          .updateTable('job')
          .set({ input: JSON.stringify(begun), row_count: total })
          .where('id', '=', job.id)
          .execute();
        await insertJobRows(transaction, job.id, [{ input: { after: null } satisfies PartInput }], now(), 2);
      });
      return 0;
    }
    const reads = readForJob(gateway, job);
    const { rows, next, ...part } = await formatPart({ ...gateway, reads }, list, file, {
      after: after ?? undefined,
      isFirst: number === 2,
    });
    const text = next ? part.text : part.text + file.formatEnd(input.file.missing ?? []);
    const length = lengthBefore + text.length;
    if (length > MAX_EXPORT_LENGTH) throw createProblem('export-too-large');
    await db.transaction().execute(async (transaction) => {
      if (!(await insertPart(transaction, { job_id: job.id, number, rows, text, at: now() })) || !next)
        return;
      const following: PartInput = { after: next, length };
      await insertJobRows(transaction, job.id, [{ input: following }], now(), number + 1);
    });
    return rows;
  },

  async onEnd({ config }, transaction, job) {
    const input = JSON.parse(job.input) as ExportInput;
    const { query, scope } = input;
    const missing = input.file.missing ?? [];
    const failure = job.failed > 0 ? await fetchFailure(transaction, job.id) : null;
    const hasFile = job.state === 'done' && failure === null;
    if (hasFile) {
      const isPartial = missing.length > 0;
      const format = { startedAt: job.created_at, timeZone: config.timeZone, isPartial };
      await transaction
        .updateTable('job')
        .set({ name: buildFileName(scope, query, format), row_count: job.done })
        .where('id', '=', job.id)
        .execute();
    } else {
      await deleteFile(transaction, job.id);
      const failed: ExportInput = { ...input, file: { ...input.file, failure } };
      await transaction
        .updateTable('job')
        .set({ input: JSON.stringify(failed) })
        .where('id', '=', job.id)
        .execute();
    }
    await completeEntry(
      transaction,
      input.entry,
      {
        status: 200,
        code: failure ?? undefined,
        outcome: toStreamOutcome(job, missing, failure),
        result: {
          rows: job.done,
          missing: missing.slice(0, MAX_MISSING),
          moreMissing: Math.max(missing.length - MAX_MISSING, 0),
        },
      },
      toSubject(job.id, input),
    );
  },
};

/** Reads of a job, in the turn of its person. */
function readForJob(gateway: Gateway, { person, signal }: HandledJob) {
  return gateway.readAs({ key: person.id, isLong: true, signal });
}

/** Lets the index read the newest inquiries. @returns the days that it may lack */
async function readNewest(
  gateway: Gateway,
  { signal }: HandledJob,
  { query: { desde, hasta }, scope }: ExportInput,
): Promise<MissingDays[]> {
  const since = await catchUp(gateway, scope, signal);
  signal.throwIfAborted();
  return findMissingDays(gateway, scope, {
    desde,
    hasta,
    since,
    now: gateway.now(),
    zone: gateway.config.timeZone,
  });
}

async function fetchFailure(transaction: Transaction<GatewayTables>, jobId: string): Promise<string> {
  const row = await transaction
    .selectFrom('job_row')
    .select('code')
    .where((eb) => eb.and({ job_id: jobId, state: 'failed' }))
    .executeTakeFirst();
  return row?.code ?? 'internal';
}

function toStreamOutcome({ state }: JobRecord, missing: readonly MissingDays[], failure: string | null) {
  if (state === 'cancelled') return 'cancelled';
  if (failure !== null) return REFUSAL_CODES.has(failure) ? 'refused' : 'failed';
  return missing.length > 0 ? 'partial' : undefined;
}

/** Agency and target of the audit entry. */
function toSubject(id: string, { query, scope: { agencies } }: Pick<ExportInput, 'query' | 'scope'>) {
  return { agency: agencies?.length === 1 ? (query.agencia?.[0] ?? agencies[0]) : undefined, target: id };
}

/** Query of the export as the audit records it; a limit to own inquiries counts as a filter by `operador`. */
function toInquiryExportRequest(query: ExportQuery, { agencies, ownInquiriesIn }: Scope): AuditExportRequest {
  const { vista = null, desde = null, hasta = null } = query;
  const filters = [
    ...(ownInquiriesIn.length > 0 || query.operador ? ['operador'] : []),
    ...(['externalid', ...NARROWING] as const).filter((name) => query[name]),
  ];
  const several = query.agencia && agencies && agencies.length > 1 ? { agencies: [...agencies] } : {};
  const file = { format: query.format ?? 'csv', masked: query.masked === '1' };
  return { from: desde, to: hasta, view: vista, filters, ...several, ...file };
}
