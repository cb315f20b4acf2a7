import type { JobKind } from '#contract/desk/jobs.ts';
import { followUpJobHandler, undoJobHandler } from '#gateway/follow-up/bulk-changes.ts';
import { invitationJobHandler } from '#gateway/invitations/bulk-invitations.ts';
import type { JobHandler } from './handler.ts';

export const JOB_HANDLERS: Record<JobKind, JobHandler> = {
  'follow-up': followUpJobHandler,
  undo: undoJobHandler,
  invitations: invitationJobHandler,
};
