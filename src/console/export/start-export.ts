import { exportEndpoints } from '#contract/desk/export.ts';
import type { Job } from '#contract/desk/jobs.ts';
import { call } from '#console/api/call.ts';
import type { exportQuery } from './export-query.ts';

/** Starts the job that makes the file. */
export function startExport(query: ReturnType<typeof exportQuery>): Promise<Job> {
  return call(exportEndpoints.exportInquiries, {
    body: { id: crypto.randomUUID(), ...query },
  });
}
