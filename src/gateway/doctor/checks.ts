import { CANARY_ALARM_FAILURES, type Canary } from '#contract/desk/canary.ts';
import type { Connection } from '#contract/desk/connection.ts';
import { type Drift, formatDrift } from '#contract/desk/drift.ts';
import { isPointedHere } from '#contract/desk/webhooks.ts';
import { MAX_CLOCK_DIFFERENCE_MS } from '#contract/durations.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { BackupState } from '#gateway/backup/store.ts';
import type { ChangedSetting } from '#gateway/installation.ts';
import type { ConnectionMonitor } from '#gateway/connection/connection-monitor.ts';

/** State of an installation that the checks look at. */
export interface InstallationState {
  connection: Awaited<ReturnType<ConnectionMonitor['getStatus']>>;
  changedSettings: readonly ChangedSetting[];
  refusedMails: number;
  drift: readonly Drift[];
  /** Interval of the schedule; undefined: backups are made some other way. */
  backupEveryMs: number | undefined;
  backup: BackupState & { now: number };
  /** Failures of the canary in a row. */
  canary: Pick<Canary, 'setting' | 'failures'>;
}

interface Check {
  id: string;
  /** `error`: something does not work; `warning`: it works, and somebody should look. */
  severity: 'error' | 'warning';
  /** Says each thing that is wrong in a sentence; empty: nothing. */
  run: (state: InstallationState) => string[];
  /** Says how a person mends it. */
  remedy: string;
}

const STATE_TEXTS: Record<Connection['state'], string | undefined> = {
  working: undefined,
  slow: 'The service replies late.',
  refused: 'The service rejects the credentials of the app.',
  limited: 'The service says that there were too many calls.',
  failing: 'The service replies that it has a fault.',
  unreachable: 'The service cannot be reached.',
  broken: 'The reply of the service cannot be read.',
};

/** A backup that is older, in intervals of the schedule, is late. */
const MAX_BACKUP_INTERVALS = 2;

const describeChange = ({ name, stored, current }: ChangedSetting) =>
  `${name} is ${current}, and the data belongs to ${stored}.`;

/** The checks of `npm run doctor`, in the order in which a person would mend what they find. */
export const CHECKS: readonly Check[] = [
  {
    id: 'installation',
    severity: 'error',
    run: ({ changedSettings }) => changedSettings.map(describeChange),
    remedy: 'Give the former value again, choose another DATA_DIR, or run npm run installation:move.',
  },
  {
    id: 'service',
    severity: 'error',
    run: ({ connection: { state, refusal } }) => {
      const text = STATE_TEXTS[state];
      return text === undefined ? [] : [refusal === null ? text : `${text} Its reason: ${refusal}`];
    },
    remedy:
      'Compare UPSTREAM_URL, APP_KEY and APP_SECRET with those that the service gave, and ask its support.',
  },
  {
    id: 'clock',
    severity: 'error',
    run: ({ connection: { clockAheadMs } }) => {
      const seconds = Math.round(Math.abs(clockAheadMs ?? 0) / 1000);
      if (clockAheadMs === null || Math.abs(clockAheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return [];
      return [`The clock of the service is ${seconds} s ${clockAheadMs > 0 ? 'ahead' : 'behind'}.`];
    },
    remedy: 'Synchronize the clock of this machine (NTP).',
  },
  {
    id: 'inquiry-webhook',
    severity: 'warning',
    run: ({ connection: { topics } }) =>
      topics.flatMap((topic) => {
        if (topic.topic.toLowerCase() !== INQUIRY_TOPIC) return [];
        if (!topic.configured) return [`${topic.topic} is not configured.`];
        if (topic.active === false) return [`${topic.topic} is suspended.`];
        const { callback, receiver } = topic;
        if (callback !== null && !isPointedHere({ callback, receiver }))
          return [`${topic.topic} is sent to another address.`];
        return topic.unseenAt === null ? [] : [`A resend of ${topic.topic} did not arrive.`];
      }),
    remedy: 'Open the topic under Avisos. Until then inquiries come by the periodic reading.',
  },
  {
    id: 'canary',
    severity: 'warning',
    run: ({ canary: { setting, failures } }) =>
      setting && failures >= CANARY_ALARM_FAILURES
        ? [`The automatic test of ${INQUIRY_TOPIC} failed ${failures} times in a row.`]
        : [],
    remedy: 'Open the topic under Avisos, which says how each test ended.',
  },
  {
    id: 'sealed-secrets',
    severity: 'error',
    run: ({ connection: { unreadableSecrets } }) => {
      const { webhooks, secondFactors } = unreadableSecrets;
      if (webhooks + secondFactors === 0) return [];
      return [
        `${webhooks} secrets of webhooks and ${secondFactors} second factors were sealed with another CONSOLE_KEY.`,
      ];
    },
    remedy: 'Give the former CONSOLE_KEY, or set these secrets anew.',
  },
  {
    id: 'sending-hold',
    severity: 'error',
    run: ({ connection: { held } }) => held.map(describeChange),
    remedy: 'Mails and webhooks wait: npm run installation:release shows them, and with --yes lets them go.',
  },
  {
    id: 'mails',
    severity: 'error',
    run: ({ refusedMails }) =>
      refusedMails === 0 ? [] : [`The mail server refused ${refusedMails} mails; they are sent again later.`],
    remedy: 'Compare SMTP_URL and MAIL_FROM with what the mail server expects.',
  },
  {
    id: 'backup',
    severity: 'error',
    run: ({ backupEveryMs, backup: { at, failure, now } }) => {
      if (backupEveryMs === undefined) return [];
      const failed = failure === null ? [] : [`The last backup failed: ${failure}`];
      if (at === null) return [...failed, 'There is no proved backup yet.'];
      const isOld = now - at > MAX_BACKUP_INTERVALS * backupEveryMs;
      return isOld ? [...failed, `The newest proved backup is of ${new Date(at).toISOString()}.`] : failed;
    },
    remedy: 'Look at the log of the worker and the room in BACKUP_DIR; npm run backup says what fails.',
  },
  {
    id: 'drift',
    severity: 'warning',
    run: ({ drift }) => drift.map(formatDrift),
    remedy: 'Ask the support of the service; the console shows what it understands.',
  },
];
