import type { JobKind } from '#contract/desk/jobs.ts';
import { resendJobHandler } from '#gateway/deliveries/resend-jobs.ts';
import { exportJobHandler } from '#gateway/export/export-jobs.ts';
import { followUpJobHandler } from '#gateway/follow-up/follow-up-jobs.ts';
import { invitationJobHandler } from '#gateway/invitations/bulk-invitations.ts';
import type { JobHandler } from './handler.ts';

export const JOB_HANDLERS: Record<JobKind, JobHandler> = {
  'follow-up': followUpJobHandler,
  import: followUpJobHandler,
  undo: followUpJobHandler,
  invitations: invitationJobHandler,
  export: exportJobHandler,
  resend: resendJobHandler,
};
