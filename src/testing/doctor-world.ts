import type { Connection } from '#contract/desk/connection.ts';
import type { Engine } from '#database/database.ts';
import type { GatewayConfig } from '#gateway/config.ts';
import type { CheckContext } from '#gateway/doctor/check.ts';
import type { Machine } from '#gateway/doctor/machine.ts';
import type { OpenIdFault } from '#gateway/openid/provider.ts';
import { gatewayTopic } from './gateway-topics.ts';
import { NOON, openGatewayStore } from './gateway-store.ts';

const DAY_MS = 86_400_000;
const TOPIC = gatewayTopic();

export const CONNECTION = {
  upstream: 'https://service.example',
  state: 'working' as Connection['state'],
  latencyMs: 12 as number | null,
  lastSuccessAt: NOON,
  clockAheadMs: 30_000 as number | null,
  refusal: null as string | null,
  appKey: 'app',
  held: [] as Connection['held'],
  unreadableSecrets: { webhooks: 0, secondFactors: 0 },
  topics: [TOPIC, { ...TOPIC, topic: 'otro', configured: false }],
};

const MACHINE: Machine = {
  now: () => NOON,
  measureDisk: async () => ({ freeBytes: 50e9, totalBytes: 100e9 }),
  readMode: async () => 0o600,
  fetchCertificateEnd: async () => NOON + 60 * DAY_MS,
  fetchReply: async () => ({ status: 405, body: '{"Type":"/problems/method-not-allowed"}' }),
};

/** Differences of an installation from a healthy one. */
export interface Misconfiguration {
  config?: Partial<GatewayConfig>;
  connection?: Partial<typeof CONNECTION>;
  machine?: Partial<Machine>;
  /** Error of the sign-in at the mail server. */
  mailError?: Error;
  openIdFault?: OpenIdFault;
  backlogs?: Awaited<ReturnType<NonNullable<CheckContext['fetchBacklogs']>>>;
}

/** Opens the data of a healthy installation in production, with the context that checks run in. */
export async function openDoctorWorld(engine: Engine = 'sqlite') {
  const store = await openGatewayStore(engine);
  const { database, db } = store;
  await db.updateTable('backup').set({ at: NOON }).execute();
  const toContext = ({
    config,
    connection,
    machine,
    mailError,
    openIdFault,
    backlogs = [],
  }: Misconfiguration = {}): CheckContext => ({
    database,
    reads: db,
    config: {
      dataDir: '/var/lib/vitrina',
      database: {
        file: '',
        url: engine === 'postgres' ? 'postgres://database' : undefined,
        schema: 'gateway',
      },
      publicUrl: 'https://vitrina.example',
      upstreamUrl: 'https://service.example',
      embeddedService: false,
      demo: false,
      allowLocalCallbacks: false,
      credentials: { key: 'app', secret: 'secret' },
      timeZone: 'America/Argentina/Buenos_Aires',
      mail: { smtpUrl: 'smtps://mail.example', sender: 'a@vitrina.example', outboxDir: '/outbox' },
      backupEveryMs: DAY_MS,
      backupDir: '/mnt/backups',
      openId: { issuer: 'https://login.example', clientId: 'vitrina', clientSecret: 'secret' },
      rateLimit: 6000,
      inquiryDays: 400,
      deliveryDays: 30,
      followUpDays: 1825,
      auditDays: 1825,
      ...config,
    } as GatewayConfig,
    connection: { getStatus: async () => ({ ...CONNECTION, ...connection }) },
    receiver: { url: TOPIC.receiver },
    mailer: {
      verify: async () => {
        if (mailError) throw mailError;
      },
    },
    openId: { findFault: async () => openIdFault && { fault: openIdFault, reason: 'ECODE' } },
    machine: { ...MACHINE, ...machine },
    fetchBacklogs: async () => backlogs,
    now: () => NOON,
  });
  return { ...store, toContext };
}
