import { exportEndpoints } from '#contract/desk/export.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { JOB_EFFECTS } from '#console/jobs/job-queries.ts';
import type { createExportBody } from './export-body.ts';

/** Starts the job that makes the file. */
export const startExport = endpointMutation(
  exportEndpoints.exportInquiries,
  (query: ReturnType<typeof createExportBody>) => ({ body: { id: crypto.randomUUID(), ...query } }),
  JOB_EFFECTS,
);
