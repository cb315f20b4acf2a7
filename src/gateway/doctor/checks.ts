import type { Check } from './check.ts';
import { backup } from './checks/backup.ts';
import { backupDisk } from './checks/backup-disk.ts';
import { backupSchedule } from './checks/backup-schedule.ts';
import { canary } from './checks/canary.ts';
import { clock } from './checks/clock.ts';
import { configuration } from './checks/configuration.ts';
import { credentials } from './checks/credentials.ts';
import { dataFolder } from './checks/data-folder.ts';
import { databaseClock } from './checks/database-clock.ts';
import { databaseIntegrity } from './checks/database-integrity.ts';
import { databaseSchema } from './checks/database-schema.ts';
import { databaseVersion } from './checks/database-version.ts';
import { deadMails } from './checks/dead-mails.ts';
import { disk } from './checks/disk.ts';
import { drift } from './checks/drift.ts';
import { indexAge } from './checks/index-age.ts';
import { indexFindings } from './checks/index-findings.ts';
import { inquiryWebhook } from './checks/inquiry-webhook.ts';
import { installation } from './checks/installation.ts';
import { lateWork } from './checks/late-work.ts';
import { mailFiles } from './checks/mail-files.ts';
import { mailServer } from './checks/mail-server.ts';
import { mails } from './checks/mails.ts';
import { missedMessages } from './checks/missed-messages.ts';
import { openId } from './checks/openid.ts';
import { partnerAdmins } from './checks/partner-admins.ts';
import { publicAddress } from './checks/public-address.ts';
import { publicCertificate } from './checks/public-certificate.ts';
import { rateLimit } from './checks/rate-limit.ts';
import { relay } from './checks/relay.ts';
import { sealedSecrets } from './checks/sealed-secrets.ts';
import { sendingHold } from './checks/sending-hold.ts';
import { service } from './checks/service.ts';
import { serviceCertificate } from './checks/service-certificate.ts';
import { serviceLatency } from './checks/service-latency.ts';
import { suspendedTopics } from './checks/suspended-topics.ts';
import { tableGrowth } from './checks/table-growth.ts';
import { timeZone } from './checks/time-zone.ts';
import { webhookDelivery } from './checks/webhook-delivery.ts';
import { webhookSecret } from './checks/webhook-secret.ts';

/** The checks of an installation, in the order in which a person would mend what they find. */
export const CHECKS: readonly Check[] = [
  installation,
  configuration,
  partnerAdmins,
  dataFolder,
  disk,
  databaseIntegrity,
  databaseSchema,
  databaseVersion,
  databaseClock,
  service,
  credentials,
  rateLimit,
  clock,
  serviceLatency,
  serviceCertificate,
  publicCertificate,
  publicAddress,
  openId,
  inquiryWebhook,
  suspendedTopics,
  webhookSecret,
  webhookDelivery,
  canary,
  missedMessages,
  relay,
  sealedSecrets,
  sendingHold,
  mailServer,
  mailFiles,
  mails,
  deadMails,
  backup,
  backupDisk,
  backupSchedule,
  lateWork,
  indexAge,
  indexFindings,
  tableGrowth,
  timeZone,
  drift,
];
