import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { defaultHours } from '#contract/hours.ts';
import { saveBackupFailure } from '#gateway/backup/store.ts';
import { registerIndexedAgency } from '#gateway/inquiries/agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { enqueueMail } from '#work/mails.ts';
import { stampAt } from '#testing/clocks.ts';
import { saveDrift } from '#gateway/drift/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { OWN, json, openWorld } from '#testing/gateway-world.ts';
import { runGatewayCommand } from '#testing/run-gateway-command.ts';

it('doctor finds nothing that does not work beside a running gateway, and prints how the service differs', async () => {
  await using world = await openWorld({ answer: json({ _links: {}, _entries: [] }) });
  await using database = await openGatewayDatabase(world.config.database);
  const at = world.clock.now;
  const counts = { expected: null, example: 'number', firstAt: at, lastAt: at, replies: 1 };
  await saveDrift(database.db, {
    differences: [{ source: 'GET /v3/agencias', kind: 'undocumented', path: 'Nuevo', ...counts }],
    compared: new Map(),
  });
  const { code, output } = await runGatewayCommand(world, 'doctor.ts');
  expect(output).toMatch(/^ok {2}service$/m);
  expect(output).toMatch(/^warning {2}drift\n {2}GET \/v3\/agencias: undocumented Nuevo, /m);
  expect(output).not.toMatch(/^error/m);
  expect(code).toBe(0);
});

it('doctor ends with 1 and says what mends it when the service is away or the data is of another app', async () => {
  await using world = await openWorld();
  world.config.upstreamUrl = 'http://127.0.0.1:1';
  world.config.credentials = { ...world.config.credentials, key: 'another-app-of-the-service' };
  const { code, output } = await runGatewayCommand(world, 'doctor.ts');
  expect(code).toBe(1);
  expect(output).toMatch(
    /^error {2}installation\n {2}APP_KEY is another-app-of-the-service, .*\n {2}Why it matters: .*\n {2}Give the former value.*\n {2}\$ npm run installation:move$/m,
  );
  expect(output).toMatch(
    /^error {2}service\n {2}The service cannot be reached\.\n {2}Why it matters: Without it .*\n {2}Compare UPSTREAM_URL.*\n {2}\$ curl/m,
  );
});

/** Secrets and contacts, none of which may be in a packet. */
const PLANTED = {
  consoleKey: Buffer.alloc(32, 'k1').toString('base64'),
  serviceKey: Buffer.alloc(32, 's2').toString('base64'),
  smtpPassword: 'p@ss-smtp',
  passphrase: 'una frase de paso 7',
  openIdSecret: 'oidc-secret-9',
  sender: 'avisos@concesionaria.example',
  buyerMail: 'juana.compradora@correo.example',
  buyerPhone: '+54 9 351 555-1234',
  buyerName: 'Juana Compradora',
  token: 'abcd1234abcd1234abcd1234abcd1234',
};

it('a packet has versions, settings, findings, queues and tables, and neither secrets nor contacts', async () => {
  await using world = await openWorld({ answer: json({ _links: {}, _entries: [] }) });
  await using database = await openGatewayDatabase(world.config.database);
  const { db } = database;
  const now = world.clock.now;
  await registerIndexedAgency(db, OWN, now);
  const { buyerMail, buyerPhone, buyerName, token } = PLANTED;
  const entry = {
    Momento: new Date(now).toISOString(),
    Interesado: { Nombre: buyerName, Email: buyerMail, Telefono: buyerPhone },
    Auto: {},
    _links: { self: { href: `/v3/consultas/${OWN}/01JC0000000000000000000001` } },
  };
  const source = { agency: OWN, discoverySource: 'list', hours: defaultHours('UTC'), now } as const;
  await upsertInquiries(db, [entry], source);
  await saveBackupFailure(db, { failure: `${buyerMail} ${buyerPhone} ${token}`, failedAt: now, dueAt: now });
  const message = { to: buyerMail, subject: buyerName, text: token, html: '' };
  await db
    .transaction()
    .execute((transaction) => enqueueMail(transaction, message, { ...stampAt(now), kind: 'link' }));

  const file = join(world.config.dataDir, 'packet.json.gz');
  const variables = {
    CONSOLE_KEY: PLANTED.consoleKey,
    SERVICE_KEY: PLANTED.serviceKey,
    SMTP_URL: `smtp://user:${encodeURIComponent(PLANTED.smtpPassword)}@127.0.0.1:9`,
    MAIL_FROM: PLANTED.sender,
    BACKUP_EVERY: '24h',
    BACKUP_PASSPHRASE: PLANTED.passphrase,
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'vitrina',
    OIDC_CLIENT_SECRET: PLANTED.openIdSecret,
  };
  const { code, output } = await runGatewayCommand(world, 'doctor.ts', ['--packet', file], variables);
  expect(output).toContain(`Written to ${file}`);
  expect(code).toBe(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const text = gunzipSync(await readFile(file)).toString();
  const { key, secret } = world.config.credentials;
  const planted = [...Object.values(PLANTED), encodeURIComponent(PLANTED.smtpPassword), OWN, key, secret];
  for (const person of ['partner', 'seller', 'support'] as const)
    planted.push(world.mail(person), world.password(person));
  expect(planted.filter((value) => text.includes(value))).toEqual([]);
  const packet = JSON.parse(text);
  expect(packet).toMatchObject({
    versions: { database: expect.stringMatching(/^SQLite 3/), node: process.version },
    settings: { SMTP_URL: '<set>', OIDC_ISSUER: 'https://id.example', RATE_LIMIT: '6000' },
    checks: expect.arrayContaining([
      expect.objectContaining({
        id: 'backup',
        findings: expect.arrayContaining([expect.stringContaining('<redacted>')]),
      }),
    ]),
    queues: expect.arrayContaining([expect.objectContaining({ table: 'backup', due: 1 })]),
    tables: expect.arrayContaining([
      expect.objectContaining({ table: 'inquiry', bytes: expect.any(Number) }),
    ]),
  });

  const second = await runGatewayCommand(world, 'doctor.ts', ['--packet', file], variables);
  expect(second.code).toBe(1);
  expect(second.output).toContain('EEXIST');
});
