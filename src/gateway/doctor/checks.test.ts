import { describe, expect, it } from 'vitest';
import { gatewayTopic } from '#testing/gateway-topics.ts';
import { CHECKS, type InstallationState } from './checks.ts';

type Connection = InstallationState['connection'];

const CONNECTION: Connection = {
  upstream: 'https://service.example',
  state: 'working',
  latencyMs: 12,
  lastSuccessAt: 1000,
  clockAheadMs: 30_000,
  refusal: null,
  appKey: 'app',
  held: [],
  unreadableSecrets: { webhooks: 0, secondFactors: 0 },
  topics: [gatewayTopic(), { ...gatewayTopic(), topic: 'otro', configured: false }],
};
const HEALTHY: InstallationState = {
  connection: CONNECTION,
  changedSettings: [],
  refusedMails: 0,
  drift: [],
  backupEveryMs: 1000,
  backup: { at: 5000, proof_ms: 10, failed_at: null, failure: null, now: 7000 },
  canary: { setting: { adminMail: 'ventas@ruta9.example', minutes: 5 }, failures: 2 },
};

/** Findings of all checks, by id. */
const find = (facts: Partial<InstallationState>) =>
  CHECKS.flatMap(({ id, run }) => run({ ...HEALTHY, ...facts }).map((finding) => [id, finding]));
const findIn = (connection: Partial<Connection>) => find({ connection: { ...CONNECTION, ...connection } });

describe('the checks of the doctor', () => {
  it('find nothing where nothing is wrong', () => {
    expect(find({})).toEqual([]);
    expect(findIn({ clockAheadMs: null, topics: [] })).toEqual([]);
  });

  it.each<[string, Partial<Connection>, string]>([
    ['service', { state: 'slow' }, 'late'],
    ['service', { state: 'refused', refusal: 'Firma vencida' }, 'Its reason: Firma vencida'],
    ['service', { state: 'limited' }, 'too many calls'],
    ['service', { state: 'failing' }, 'a fault'],
    ['service', { state: 'unreachable' }, 'cannot be reached'],
    ['service', { state: 'broken' }, 'cannot be read'],
    ['clock', { clockAheadMs: 31_000 }, '31 s ahead'],
    ['clock', { clockAheadMs: -31_000 }, '31 s behind'],
    ['inquiry-webhook', { topics: [gatewayTopic({ configured: false })] }, 'not configured'],
    ['inquiry-webhook', { topics: [gatewayTopic({ active: false })] }, 'suspended'],
    ['inquiry-webhook', { topics: [gatewayTopic({ callback: 'https://crm.example/' })] }, 'another address'],
    ['inquiry-webhook', { topics: [gatewayTopic({ unseenAt: 5 })] }, 'did not arrive'],
    ['sealed-secrets', { unreadableSecrets: { webhooks: 1, secondFactors: 0 } }, '1 secrets of webhooks'],
    ['sealed-secrets', { unreadableSecrets: { webhooks: 0, secondFactors: 2 } }, '2 second factors'],
    ['sending-hold', { held: [{ name: 'PUBLIC_URL', stored: 'a', current: 'b' }] }, 'PUBLIC_URL is b'],
  ])('%s names %j', (id, connection, text) => {
    expect(findIn(connection)).toEqual([[id, expect.stringContaining(text)]]);
  });

  it('name a canary that failed three times in a row, while it is on', () => {
    const setting = { adminMail: 'ventas@ruta9.example', minutes: 5 } as const;
    expect(find({ canary: { setting, failures: 3 } })).toEqual([
      ['canary', 'The automatic test of consulta-recibida failed 3 times in a row.'],
    ]);
    expect(find({ canary: { setting: null, failures: 3 } })).toEqual([]);
  });

  it('name a backup that failed, is late, or was never made, where backups are scheduled', () => {
    const backup = { ...HEALTHY.backup, now: 7001 };
    const late = ['backup', 'The newest proved backup is of 1970-01-01T00:00:05.000Z.'];
    expect(find({ backup })).toEqual([late]);
    expect(find({ backup: { ...backup, failure: 'disk full', failed_at: 6000 } })).toEqual([
      ['backup', 'The last backup failed: disk full'],
      late,
    ]);
    expect(find({ backup: { ...backup, at: null } })).toEqual([['backup', 'There is no proved backup yet.']]);
    expect(find({ backup: { ...backup, at: null }, backupEveryMs: undefined })).toEqual([]);
  });

  it('name data of another app, and mails that were refused', () => {
    expect(find({ changedSettings: [{ name: 'APP_KEY', stored: 'a', current: 'b' }] })).toEqual([
      ['installation', 'APP_KEY is b, and the data belongs to a.'],
    ]);
    expect(find({ refusedMails: 3 })).toEqual([['mails', expect.stringContaining('refused 3 mails')]]);
  });
});
