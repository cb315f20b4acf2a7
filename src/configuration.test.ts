import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, readConfiguration, readDatabaseTargets } from './configuration.ts';
import { ROLES as PERSON_ROLES } from '#contract/desk/sessions.ts';
import { getReadme, getSection } from '#testing/readmes.ts';
import { PROCESS_ROLES, SECRETS, SETTINGS, Settings } from './configuration/settings.ts';

const CONSOLE_KEY = Buffer.alloc(32, 7).toString('base64');
const SERVICE_KEY = Buffer.alloc(32, 8).toString('base64');
let DATA_DIR: string;
beforeAll(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'vitrina-configuration-'));
});
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const read = (environment: Record<string, string>) => readConfiguration({ DATA_DIR, ...environment });
const readGateway = (environment: Record<string, string>) => {
  const { gateway } = read(environment);
  if (!gateway) throw new Error('There is no gateway');
  return gateway;
};

it('a configuration without settings has the defaults', () => {
  const { gateway, service } = read({});
  expect(gateway).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    publicUrl: 'http://localhost:4000',
    upstreamUrl: 'http://127.0.0.1:4001',
    demo: true,
  });
  expect(service).toMatchObject({
    port: 4001,
    publicUrl: 'http://localhost:4001',
    vendor: 'service',
    prefix: 'SVC',
    timeZone: 'America/Argentina/Buenos_Aires',
    clockToleranceS: 300,
    rateLimit: 6000,
    allowLocalCallbacks: true,
    simulator: true,
    demo: true,
  });
});

it('metrics are off unless they have a port, and are on loopback unless they have a host', () => {
  expect(read({}).metrics).toBeUndefined();
  expect(read({ METRICS_PORT: '', METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined();
  expect(read({ METRICS_PORT: '9464', HOST: '127.0.0.2' }).metrics).toEqual({
    host: '127.0.0.1',
    port: 9464,
  });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' }).metrics?.host).toBe('10.0.0.1');
  expect(() => read({ METRICS_PORT: '65536' })).toThrow(/METRICS_PORT/);
});

it('an empty value counts as none', () => {
  expect(readGateway({ PORT: '', DATABASE_URL: '', DEMO: '' })).toMatchObject({ port: 4000, demo: true });
});

describe('a value that cannot be used is named', () => {
  it.each([
    [{ PORT: 'abc' }, /PORT: .*number/],
    [{ PORT: '70000' }, /PORT: .*65535/],
    [{ SERVICE_PORT: '1.5' }, /SERVICE_PORT: .*int/],
    [{ DEMO: 'perhaps' }, /DEMO: /],
    [{ DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL: /],
    [
      { UPSTREAM_URL: 'https://service.example/path', APP_KEY: 'a'.repeat(32), APP_SECRET: 'b'.repeat(32) },
      /UPSTREAM_URL: must be an origin/,
    ],
    [{ SERVICE_TIME_ZONE: 'Mars/Olympus' }, /SERVICE_TIME_ZONE: is not a known time zone/],
    [{ VENDOR: 'No Good' }, /VENDOR: /],
    [{ APP_KEY: 'a'.repeat(32) }, /APP_KEY, APP_SECRET: set both or neither/],
    [{ DATABASE_URL: 'postgres://localhost/vitrina' }, /CONSOLE_KEY: kept secrets need a key/],
    [{ CONSOLE_KEY: 'c2hvcnQ=' }, /CONSOLE_KEY: must be 32 bytes in Base64/],
    [{ DELIVERY_DAYS: '0' }, /DELIVERY_DAYS: /],
    [{ INQUIRY_DAYS: '91' }, /INQUIRY_DAYS: .*92/],
    [{ DATABASE_POOL: '1' }, /DATABASE_POOL: must be 2 or more: changing a webhook holds one/],
    [{ APP_KEY: 'short', APP_SECRET: 'b'.repeat(32) }, /APP_KEY: /],
  ])('%j', (environment: Record<string, string>, sentence) => {
    expect(() => read(environment)).toThrow(ConfigurationError);
    expect(() => read(environment)).toThrow(sentence);
  });
});

describe('off loopback', () => {
  it.each([
    [{ PUBLIC_URL: 'http://vitrina.example' }, /PUBLIC_URL: off loopback it must be https/],
    [{ HOST: '0.0.0.0' }, /PUBLIC_URL: off loopback it must be https/],
    [{ SERVICE_PUBLIC_URL: 'http://service.example' }, /SERVICE_PUBLIC_URL: off loopback it must be https/],
    [
      { UPSTREAM_URL: 'http://service.example', APP_KEY: 'a'.repeat(32), APP_SECRET: 'b'.repeat(32) },
      /UPSTREAM_URL: off loopback it must be https/,
    ],
    [{ PUBLIC_URL: 'https://vitrina.example', SIMULATOR: '1' }, /SIMULATOR: it works on loopback only/],
    [{ UPSTREAM_URL: 'https://service.example' }, /needs the credentials it gave you/],
  ])('%j is refused', (environment: Record<string, string>, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
  });

  it('demo and simulator are off with an https address', () => {
    const { service, gateway } = read({
      PUBLIC_URL: 'https://vitrina.example',
      SERVICE_PUBLIC_URL: 'https://service.example',
      HOST: '0.0.0.0',
      TRUST_PROXY: '1',
    });
    expect(service).toMatchObject({ demo: false, simulator: false, allowLocalCallbacks: false });
    expect(gateway?.demo).toBe(false);
  });
});

it('with another deployment there is no service of our own, and no demo unless asked for', () => {
  const credentials = { APP_KEY: 'a'.repeat(32), APP_SECRET: 'b'.repeat(32) };
  const { service, gateway } = read({ UPSTREAM_URL: 'https://service.example', ...credentials });
  expect(service).toBeUndefined();
  expect(gateway).toMatchObject({
    upstreamUrl: 'https://service.example',
    demo: false,
    credentials: { key: credentials.APP_KEY },
  });
  expect(
    read({ DATABASE_URL: 'postgres://localhost/vitrina', CONSOLE_KEY, SERVICE_KEY, ...credentials }).service,
  ).toMatchObject({
    demo: false,
    simulator: false,
  });
});

it('a start makes credentials once, for nobody else to read', () => {
  const { credentials } = read({});
  expect(credentials.key).toMatch(/^[0-9a-f]{32}$/);
  expect(read({}).credentials).toEqual(credentials);
  const file = join(DATA_DIR, 'app-credentials.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(credentials);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a start makes the key of kept secrets once, for nobody else to read, unless one is given', () => {
  const { consoleKey } = readGateway({});
  expect(consoleKey).toHaveLength(32);
  expect(readGateway({}).consoleKey).toEqual(consoleKey);
  expect(statSync(join(DATA_DIR, 'console-key')).mode & 0o777).toBe(0o600);
  expect(readGateway({ CONSOLE_KEY }).consoleKey).toEqual(Buffer.alloc(32, 7));
});

it('a command that only opens a database makes no key and no app', () => {
  const folder = mkdtempSync(join(DATA_DIR, 'targets-'));
  const DATABASE_URL = 'postgres://localhost/vitrina';
  expect(readDatabaseTargets({ DATA_DIR: folder, DATABASE_URL, PORT: 'abc' })).toMatchObject({
    gateway: { url: DATABASE_URL, schema: 'gateway' },
    service: { url: DATABASE_URL, schema: 'service' },
  });
  expect(readDatabaseTargets({ UPSTREAM_URL: 'https://service.example' }).service).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  [undefined, '\n'],
  [String.raw`\n`, '\n'],
  [String.raw`\n\n`, '\n\n'],
  ['none', ''],
  ['.', '.'],
])('the parts of the notification signature are joined: %j', (HOOK_SIGNATURE_JOIN, expected) => {
  expect(readGateway({ ...(HOOK_SIGNATURE_JOIN && { HOOK_SIGNATURE_JOIN }) }).hookSignatureJoin).toBe(
    expected,
  );
});

describe('OpenID Connect', () => {
  const PROVIDER = {
    OIDC_ISSUER: 'https://login.example/realm',
    OIDC_CLIENT_ID: 'vitrina',
    OIDC_CLIENT_SECRET: 'secret',
  };

  it('is off without a provider, and has names, roles and passwords as they are by default', () => {
    expect(readGateway({}).openId).toBeUndefined();
    const provider = { issuer: 'https://login.example/realm', clientId: 'vitrina', clientSecret: 'secret' };
    expect(readGateway(PROVIDER).openId).toEqual({ ...provider, name: 'login.example', isOnly: false });
    const more = { OIDC_NAME: 'Norte', OIDC_ONLY: '1', OIDC_ROLE_CLAIM: 'role' };
    expect(readGateway({ ...PROVIDER, ...more }).openId).toEqual({
      ...provider,
      name: 'Norte',
      isOnly: true,
      roles: { claim: 'role', byValue: new Map(PERSON_ROLES.map((role) => [role, role])) },
    });
    const OIDC_ROLES = 'admins=partner, ventas=seller';
    expect(
      readGateway({ ...PROVIDER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES }).openId?.roles?.byValue,
    ).toEqual(
      new Map([
        ['admins', 'partner'],
        ['ventas', 'seller'],
      ]),
    );
    expect(readGateway({ ...PROVIDER, OIDC_ISSUER: 'http://127.0.0.1:9000' }).openId).toBeDefined();
  });

  it.each([
    [{ OIDC_ISSUER: 'https://login.example' }, /OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all/],
    [{ ...PROVIDER, OIDC_ISSUER: 'http://login.example' }, /OIDC_ISSUER: off loopback it must be https/],
    [{ ...PROVIDER, OIDC_ISSUER: 'login.example' }, /OIDC_ISSUER: must be https/],
    [{ OIDC_ONLY: '1' }, /OIDC_ONLY, OIDC_ROLE_CLAIM: they need OIDC_ISSUER/],
    [{ ...PROVIDER, OIDC_ROLES: 'admins=partner' }, /OIDC_ROLES: OIDC_ROLE_CLAIM must/],
    [{ ...PROVIDER, OIDC_ROLE_CLAIM: 'x', OIDC_ROLES: 'admins=boss' }, /OIDC_ROLES: .*seller/],
    [{ ...PROVIDER, OIDC_ROLE_CLAIM: 'x', OIDC_ROLES: 'a=b=seller' }, /OIDC_ROLES: must be values/],
  ])('%j is refused', (environment: Record<string, string>, sentence) => {
    expect(() => read(environment)).toThrow(sentence);
  });
});

describe('TRUST_PROXY', () => {
  it.each<[string | undefined, false | number | string[]]>([
    [undefined, false],
    ['0', 0],
    ['1', 1],
    ['9', 9],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, fd00::/8,::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
  ])('%j', (TRUST_PROXY, expected) => {
    expect(readGateway({ ...(TRUST_PROXY && { TRUST_PROXY }) }).trustProxy).toEqual(expected);
  });

  it('is asked for where the console is served by https, and not of the service alone', () => {
    const https = { PUBLIC_URL: 'https://vitrina.example' };
    expect(() => read(https)).toThrow(/TRUST_PROXY: .*which proxy stands in front.*0: there is none/);
    expect(() => read({ ...https, ROLES: 'service,worker' })).not.toThrow();
    for (const TRUST_PROXY of ['0', '1', '10.0.0.1'])
      expect(() => read({ ...https, TRUST_PROXY })).not.toThrow();
  });

  it.each([
    'true',
    '10',
    '-1',
    '1.5',
    '10.1',
    '0x7f.1',
    '10.0.0.1/33',
    '10.0.0.256',
    '0.0.0.0/0',
    '::/0',
    'proxy.example',
    '10.0.0.1,',
    ',',
  ])('is refused: %j', (TRUST_PROXY) => {
    expect(() => read({ TRUST_PROXY })).toThrow(/TRUST_PROXY: must be how many proxies there are/);
  });
});

const APP = { APP_KEY: 'a'.repeat(32), APP_SECRET: 'b'.repeat(32) };
const SHARED = { DATABASE_URL: 'postgres://localhost/vitrina', HOST: '0.0.0.0', ...APP };
const PUBLIC = { PUBLIC_URL: 'https://vitrina.example' };

describe('ROLES', () => {
  const readRoles = (environment: Record<string, string>) => {
    const { roles, gateway, service } = read(environment);
    return [[...roles], gateway !== undefined, service !== undefined];
  };

  it('are all of them, without the service of another deployment', () => {
    expect(readRoles({})).toEqual([['gateway', 'service', 'worker'], true, true]);
    expect(readRoles({ UPSTREAM_URL: 'http://localhost:4001' })).toEqual([
      ['gateway', 'worker'],
      true,
      false,
    ]);
    expect(readRoles({ ROLES: 'service, worker' })).toEqual([['service', 'worker'], false, true]);
    expect(() => readRoles({ UPSTREAM_URL: 'http://localhost:4001', ROLES: 'service,worker' })).toThrow(
      /ROLES: with UPSTREAM_URL the service is that of another deployment/,
    );
    expect(() => readRoles({ ROLES: 'gateways' })).toThrow(/ROLES: must be some of gateway, service, worker/);
  });

  it.each(['gateway', 'service', 'gateway,service', 'worker'])(
    '%s is no process of its own on an embedded database',
    (ROLES) => {
      expect(() => read({ ROLES })).toThrow(/ROLES: an embedded database belongs to one process/);
    },
  );

  it('ask for their own settings only', () => {
    expect(
      readRoles({ ...SHARED, ...PUBLIC, ROLES: 'gateway', CONSOLE_KEY, TRUST_PROXY: '1', SERVICE_PORT: '' }),
    ).toEqual([['gateway'], true, false]);
    const service = {
      ...SHARED,
      SERVICE_KEY,
      ROLES: 'service',
      SERVICE_PUBLIC_URL: 'https://service.example',
    };
    expect(readRoles({ ...service, PORT: 'abc', SMTP_URL: 'none' })).toEqual([['service'], false, true]);
    expect(readRoles({ ...SHARED, ...PUBLIC, ROLES: 'worker', CONSOLE_KEY, SERVICE_KEY })).toEqual([
      ['worker'],
      true,
      true,
    ]);
  });

  it.each([
    [{ ROLES: 'gateway', CONSOLE_KEY }, /PUBLIC_URL: off loopback it must be https/],
    [{ ROLES: 'gateway', ...PUBLIC, TRUST_PROXY: '1' }, /CONSOLE_KEY: kept secrets need a key/],
    [{ ROLES: 'gateway', ...PUBLIC, CONSOLE_KEY }, /TRUST_PROXY: with an https PUBLIC_URL/],
    [{ ROLES: 'service' }, /SERVICE_PUBLIC_URL: off loopback it must be https/],
    [{ ROLES: 'service', APP_KEY: '', APP_SECRET: '' }, /APP_KEY, APP_SECRET: with DATABASE_URL/],
    [{ ROLES: 'worker', CONSOLE_KEY }, /PUBLIC_URL: mails link to the console/],
    [{ ROLES: 'worker', ...PUBLIC }, /CONSOLE_KEY: kept secrets need a key/],
    [
      {
        ROLES: 'service,worker',
        SERVICE_PUBLIC_URL: 'https://s.example',
        SMTP_URL: 'smtp://mail.example',
      },
      /MAIL_FROM: say which/,
    ],
    [{ ROLES: 'worker', ...PUBLIC, CONSOLE_KEY, SMTP_URL: 'smtp://mail.example' }, /MAIL_FROM: say which/],
  ])('%j lacks one', (environment: Record<string, string>, sentence) => {
    expect(() => read({ ...SHARED, ...environment })).toThrow(sentence);
  });
});

it('the configuration finds our own services elsewhere', () => {
  const at = (SERVICE_URL: string) =>
    readGateway({ ...SHARED, ...PUBLIC, CONSOLE_KEY, SERVICE_KEY, ROLES: 'worker', SERVICE_URL });
  for (const url of [
    'http://service:4001',
    'http://10.0.0.7:4001',
    'http://[fd00::1]:4001',
    'https://s.example',
  ])
    expect(at(url)).toMatchObject({ upstreamUrl: url, embeddedService: true });
  expect(() => at('http://service.example')).toThrow(/SERVICE_URL: off a private network it must be https/);
  expect(() =>
    read({ ...APP, SERVICE_URL: 'http://localhost:1', UPSTREAM_URL: 'http://localhost:2' }),
  ).toThrow(/SERVICE_URL, UPSTREAM_URL: set one of them/);
});

describe('a secret in a file', () => {
  const write = (name: string, text: string) => {
    const file = join(DATA_DIR, name);
    writeFileSync(file, text);
    return file;
  };

  it.each(SECRETS)('is read: %s', (name) => {
    const values: Record<string, string> = {
      ...SHARED,
      CONSOLE_KEY,
      SERVICE_KEY,
      SMTP_URL: 'smtp://mail.example',
      BACKUP_PASSPHRASE: 'una frase muy larga',
    };
    const { [name]: value = '', ...others } = values;
    const environment = {
      ...others,
      ...PUBLIC,
      ROLES: 'gateway,worker',
      TRUST_PROXY: '1',
      MAIL_FROM: 'a@x.example',
      [`${name}_FILE`]: write(name, `${value}\n`),
    };
    expect(read(environment)).toEqual(read({ ...environment, [`${name}_FILE`]: '', [name]: value }));
  });

  it('is refused beside its value, and where it cannot be read', () => {
    const APP_SECRET_FILE = write('secret', APP.APP_SECRET);
    expect(() => read({ ...APP, APP_SECRET_FILE })).toThrow(/APP_SECRET, APP_SECRET_FILE: set one of them/);
    expect(() => read({ APP_KEY: APP.APP_KEY, APP_SECRET_FILE: join(DATA_DIR, 'none') })).toThrow(
      /APP_SECRET_FILE: .*none cannot be read \(ENOENT\)/,
    );
  });
});

describe('the tables of variables in src/deploy/README.md', () => {
  const section = getSection(getReadme('src/deploy/README.md'), 'Configuration');
  const rows = [...section.matchAll(/^\| (`[^|]*) \| ([^|]*) \|/gm)];
  const documented = new Map(
    rows.flatMap(([, variables = '', readers = '']) =>
      [...variables.matchAll(/`(\w+)`/g)].map(([, name]): [string, string] => [name ?? '', readers.trim()]),
    ),
  );
  const listReaders = (name: string) => {
    const readers = PROCESS_ROLES.filter((role) => Object.hasOwn(SETTINGS[role], name));
    if (readers.length === 0) return '`key:change`';
    return readers.length === PROCESS_ROLES.length ? 'all' : readers.join(', ');
  };

  it('has every setting, and who reads it', () => {
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(Object.keys(Settings.shape).map((name) => [name, listReaders(name)])),
    );
  });

  it('names at most twelve that a usual deployment thinks about', () => {
    const [usual = ''] = section.split('The others have a default');
    const cells = [...usual.matchAll(/^\| (`[^|]*) \|/gm)].map(([, variables = '']) => variables);
    const names = [...cells.join(' ').matchAll(/`\w+`/g)];
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(12);
  });

  it('names what can be a file', () => {
    const [, sentence = ''] = /^(.*`…_FILE`.*)$/m.exec(section) ?? [];
    expect([...sentence.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual([...SECRETS]);
  });
});
