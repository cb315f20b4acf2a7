import type { Database, DatabaseTarget } from '#database/database.ts';
import { openMigrated } from '#database/migrate.ts';
import type { RateLimitTables } from '#database/shared-rate-limiter.ts';
import { gatewayIndexes, migrations } from './migrations/migrations.ts';
import type { PeopleTables } from './people/store.ts';
import type { PageLatencyTables } from './connection/page-latencies.ts';
import type { PackageReadingTables } from './agencies/package-readings.ts';
import type { AnswerTables } from './catalogs/answers.ts';
import type { MatchRunTables } from './catalogs/match-runs.ts';
import type { AssetTables } from './console/asset-store.ts';
import type { CanaryTables } from './canary/store.ts';
import type { CrmTables } from './crm/tables.ts';
import type { BackupTables } from './backup/store.ts';
import type { AuditTables } from './audit/store.ts';
import type { LinkTables, RecoveryTables } from './links/store.ts';
import type { SessionTables } from './sessions/store.ts';
import type { DoctorTables } from './doctor/store.ts';
import type { DriftTables } from './drift/store.ts';
import type { DeliveryTables } from './deliveries/store.ts';
import type { ExportTables } from './export/tables.ts';
import type { FollowUpTables } from './follow-up/tables.ts';
import type { IdempotencyTables } from './idempotency/run-once.ts';
import type { HoursTables } from './hours/store.ts';
import type { IndexedAgencyTables } from './inquiries/agencies.ts';
import type { InquiryTables, KnownTimeTables } from './inquiries/tables.ts';
import type { IndexVersionTables } from './inquiries/view-counts.ts';
import type { SettingTables } from '#database/settings.ts';
import type { InvitationTables } from './invitations/store.ts';
import type { JobTables } from './jobs/tables.ts';
import type { LiveTables } from './live/event-log.ts';
import type { NotificationTables } from './notifications/tables.ts';
import type { PresenceTables } from './live/presence.ts';
import type { OverviewTables } from './overview/tables.ts';
import type { RelayTables } from './relay/tables.ts';
import type { TemplateTables } from './templates/store.ts';
import type { ViewTables } from './views/store.ts';
import type { WebhookTables } from './webhooks/store.ts';
import type { MailTables } from '#work/mail-table.ts';

export type GatewayTables = PeopleTables &
  AnswerTables &
  AssetTables &
  AuditTables &
  BackupTables &
  CanaryTables &
  CrmTables &
  SessionTables &
  LinkTables &
  RecoveryTables &
  SettingTables &
  InvitationTables &
  WebhookTables &
  RelayTables &
  DeliveryTables &
  DoctorTables &
  DriftTables &
  ExportTables &
  FollowUpTables &
  InquiryTables &
  IndexedAgencyTables &
  PackageReadingTables &
  PageLatencyTables &
  KnownTimeTables &
  IndexVersionTables &
  RateLimitTables &
  OverviewTables &
  TemplateTables &
  HoursTables &
  IdempotencyTables &
  JobTables &
  LiveTables &
  MatchRunTables &
  NotificationTables &
  PresenceTables &
  ViewTables &
  MailTables;

/** Opens the gateway's database and runs pending migrations. @throws DatabaseUnusable */
export function openGatewayDatabase(target: DatabaseTarget): Promise<Database<GatewayTables>> {
  return openMigrated<GatewayTables>(target, migrations, gatewayIndexes);
}
