import type { ConcurrentIndex } from '#database/concurrent-indexes.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { peopleAndSessions } from './0001-people-and-sessions.ts';
import { rightsLinksAndAudit } from './0002-rights-links-and-audit.ts';
import { invitationsAndWebhooks } from './0003-invitations-and-webhooks.ts';
import { followUp } from './0004-follow-up.ts';
import { auditFilters } from './0005-audit-filters.ts';
import { recoveries } from './0006-recoveries.ts';
import { liveAndViews } from './0007-live-and-views.ts';
import { snoozed } from './0008-snoozed.ts';
import { snoozedBack } from './0009-snoozed-back.ts';
import { mine } from './0010-mine.ts';
import { auditExports } from './0011-audit-exports.ts';
import { auditGuards } from './0012-audit-guards.ts';
import { answered } from './0013-answered.ts';
import { inquiries } from './0014-inquiries.ts';
import { inquiryGains } from './0015-inquiry-gains.ts';
import { inquiryFollowUp } from './0016-inquiry-follow-up.ts';
import { inquiryErasure } from './0017-inquiry-erasure.ts';
import { agencyNames } from './0018-agency-names.ts';
import { overview } from './0019-overview.ts';
import { notifications } from './0020-notifications.ts';
import { wholeSince } from './0021-whole-since.ts';
import { pendingInquiries } from './0022-pending-inquiries.ts';
import { jobs } from './0023-jobs.ts';
import { catalogAnswers } from './0024-catalog-answers.ts';
import { exportParts } from './0025-export-parts.ts';
import { sharedState } from './0026-shared-state.ts';
import { consoleAssets } from './0027-console-assets.ts';
import { missingInquiries } from './0028-missing-inquiries.ts';
import { erasureMarks } from './0029-erasure-marks.ts';
import { indexVersion } from './0031-index-version.ts';
import { mailPriority } from './0034-mail-priority.ts';
import { personNames } from './0035-person-names.ts';
import { jobTurns } from './0037-job-turns.ts';
import { plausibleDates } from './0043-plausible-dates.ts';
import { wordRewrite } from './0046-word-rewrite.ts';
import { knownAgencies } from './0048-known-agencies.ts';
import { wordShards } from './0049-word-shards.ts';
import { leaseOwners } from './0051-lease-owners.ts';

export const migrations: Migrations = {
  '0001-people-and-sessions': peopleAndSessions,
  '0002-rights-links-and-audit': rightsLinksAndAudit,
  '0003-invitations-and-webhooks': invitationsAndWebhooks,
  '0004-follow-up': followUp,
  '0005-audit-filters': auditFilters,
  '0006-recoveries': recoveries,
  '0007-live-and-views': liveAndViews,
  '0008-snoozed': snoozed,
  '0009-snoozed-back': snoozedBack,
  '0010-mine': mine,
  '0011-audit-exports': auditExports,
  '0012-audit-guards': auditGuards,
  '0013-answered': answered,
  '0014-inquiries': inquiries,
  '0015-inquiry-gains': inquiryGains,
  '0016-inquiry-follow-up': inquiryFollowUp,
  '0017-inquiry-erasure': inquiryErasure,
  '0018-agency-names': agencyNames,
  '0019-overview': overview,
  '0020-notifications': notifications,
  '0021-whole-since': wholeSince,
  '0022-pending-inquiries': pendingInquiries,
  '0023-jobs': jobs,
  '0024-catalog-answers': catalogAnswers,
  '0025-export-parts': exportParts,
  '0026-shared-state': sharedState,
  '0027-console-assets': consoleAssets,
  '0028-missing-inquiries': missingInquiries,
  '0029-erasure-marks': erasureMarks,
  '0031-index-version': indexVersion,
  '0034-mail-priority': mailPriority,
  '0035-person-names': personNames,
  '0037-job-turns': jobTurns,
  '0043-plausible-dates': plausibleDates,
  '0046-word-rewrite': wordRewrite,
  '0048-known-agencies': knownAgencies,
  '0049-word-shards': wordShards,
  '0051-lease-owners': leaseOwners,
};

/** Indexes added to tables that may have many rows. */
export const indexes: ConcurrentIndex[] = [
  { name: 'inquiry_missed', on: 'inquiry (agency_key, missed_since) where missed_since is not null' },
  { name: 'job_row_of_inquiry', on: 'job_row (agency_key, sid) where sid is not null' },
  { name: 'inquiry_gone', on: 'inquiry (gone_at) where gone_at is not null' },
  { name: 'overview_stale_by_quarter', on: 'overview_stale (quarter)' },
];
