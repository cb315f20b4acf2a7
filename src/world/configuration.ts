import type { GatewayConfig } from '#gateway/config.ts';
import type { ServiceConfig } from '#service/config.ts';

// Addresses are numbers, so that no name is resolved.
export const CONSOLE_HOST = '127.0.0.1:4000';
export const SERVICE_HOST = '127.0.0.1:4001';
/** A system of the partner, to which the gateway relays messages. */
export const RELAY_HOST = '127.0.0.1:4003';

export const ZONE = 'America/Argentina/Buenos_Aires';
export const APP = { key: '00112233445566778899aabbccddeeff', secret: 'ffeeddccbbaa99887766554433221100' };
export const PUBLISHER = {
  key: 'aaaabbbbccccddddeeeeffff00001111',
  secret: '11110000ffffeeeeddddccccbbbbaaaa',
};

const MEMORY = { file: ':memory:', url: undefined };
const MAIL = { smtpUrl: undefined, outboxDir: '/nonexistent' };

export const serviceConfig = (timeZone: string): ServiceConfig => ({
  host: '127.0.0.1',
  port: 4001,
  publicUrl: `http://${SERVICE_HOST}`,
  database: { ...MEMORY, schema: 'service' },
  vendor: 'service',
  prefix: 'SVC',
  timeZone,
  clockToleranceS: 300,
  rateLimit: 6000,
  allowLocalCallbacks: true,
  callbackAllowedRanges: [],
  secretKey: Buffer.alloc(32, 7),
  inquiryDays: 95,
  consoleUrl: `http://${CONSOLE_HOST}`,
  mail: { ...MAIL, sender: 'no-responder@vitrina.example' },
  simulator: false,
  demo: false,
});

/** Retention is as short as may be: `old-rows.ts` has what is too old. */
export const gatewayConfig = (timeZone: string): GatewayConfig => ({
  host: '127.0.0.1',
  port: 4000,
  publicUrl: `http://${CONSOLE_HOST}`,
  dataDir: '/nonexistent',
  backupDir: '/nonexistent/backups',
  database: { ...MEMORY, schema: 'gateway' },
  upstreamUrl: `http://${SERVICE_HOST}`,
  embeddedService: true,
  credentials: APP,
  vendor: 'service',
  prefix: 'SVC',
  timeZone,
  sessions: { idleMs: 12 * 3_600_000, absoluteMs: 72 * 3_600_000 },
  requireSecondFactor: [],
  trustProxy: false,
  mail: { ...MAIL, sender: 'consola@vitrina.example' },
  rateLimit: 6000,
  consoleKey: Buffer.alloc(32, 9),
  deliveryDays: 7,
  inquiryDays: 92,
  followUpDays: 25,
  auditDays: 25,
  hookSignatureJoin: '\n',
  allowLocalCallbacks: true,
  callbackAllowedRanges: [],
  demo: false,
  consoleDir: '/nonexistent',
});
