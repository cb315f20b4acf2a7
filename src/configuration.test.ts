import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationError, readConfiguration, readKeylessConfiguration } from './configuration.ts';

const CONSOLE_KEY = Buffer.alloc(32, 7).toString('base64');
let DATA_DIR: string;
beforeAll(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'vitrina-configuration-'));
});
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const read = (environment: Record<string, string>) => readConfiguration({ DATA_DIR, ...environment });

it('stands on its defaults', () => {
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

it('takes an empty value as none', () => {
  expect(read({ PORT: '', DATABASE_URL: '', DEMO: '' }).gateway).toMatchObject({ port: 4000, demo: true });
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

  it('with https there is neither demo nor simulator', () => {
    const { service, gateway } = read({
      PUBLIC_URL: 'https://vitrina.example',
      SERVICE_PUBLIC_URL: 'https://service.example',
      HOST: '0.0.0.0',
      TRUST_PROXY: '1',
    });
    expect(service).toMatchObject({ demo: false, simulator: false, allowLocalCallbacks: false });
    expect(gateway.demo).toBe(false);
  });
});

it('another deployment: no service of our own, and no demo unless asked for', () => {
  const credentials = { APP_KEY: 'a'.repeat(32), APP_SECRET: 'b'.repeat(32) };
  const { service, gateway } = read({ UPSTREAM_URL: 'https://service.example', ...credentials });
  expect(service).toBeUndefined();
  expect(gateway).toMatchObject({
    upstreamUrl: 'https://service.example',
    demo: false,
    credentials: { key: credentials.APP_KEY },
  });
  expect(read({ DATABASE_URL: 'postgres://localhost/vitrina', CONSOLE_KEY }).service).toMatchObject({
    demo: false,
    simulator: false,
  });
});

it('makes credentials once, for nobody else to read', () => {
  const { credentials } = read({});
  expect(credentials.key).toMatch(/^[0-9a-f]{32}$/);
  expect(read({}).credentials).toEqual(credentials);
  const file = join(DATA_DIR, 'app-credentials.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(credentials);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('makes the key of kept secrets once, for nobody else to read, unless one is given', () => {
  const { consoleKey } = read({}).gateway;
  expect(consoleKey).toHaveLength(32);
  expect(read({}).gateway.consoleKey).toEqual(consoleKey);
  expect(statSync(join(DATA_DIR, 'console-key')).mode & 0o777).toBe(0o600);
  expect(read({ CONSOLE_KEY }).gateway.consoleKey).toEqual(Buffer.alloc(32, 7));
});

it('asks for no key where no gateway starts, and makes none', () => {
  const folder = mkdtempSync(join(DATA_DIR, 'keyless-'));
  const environment = { DATA_DIR: folder, DATABASE_URL: 'postgres://localhost/vitrina' };
  expect(readKeylessConfiguration(environment).service?.database.url).toBe(environment.DATABASE_URL);
  expect(readKeylessConfiguration({ DATA_DIR: folder }).gateway).not.toHaveProperty('consoleKey');
  expect(existsSync(join(folder, 'console-key'))).toBe(false);
  expect(() => readKeylessConfiguration({ ...environment, PORT: 'abc' })).toThrow(ConfigurationError);
});

it.each([
  [undefined, '\n'],
  [String.raw`\n`, '\n'],
  [String.raw`\n\n`, '\n\n'],
  ['none', ''],
  ['.', '.'],
])('joins what the notification signature is made of: %j', (HOOK_SIGNATURE_JOIN, expected) => {
  expect(read({ ...(HOOK_SIGNATURE_JOIN && { HOOK_SIGNATURE_JOIN }) }).gateway.hookSignatureJoin).toBe(
    expected,
  );
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
    expect(read({ ...(TRUST_PROXY && { TRUST_PROXY }) }).gateway.trustProxy).toEqual(expected);
  });

  it('is asked for where the console is served by https, and not of the service alone', () => {
    const https = { PUBLIC_URL: 'https://vitrina.example' };
    expect(() => read(https)).toThrow(/TRUST_PROXY: .*which proxy stands in front.*0: there is none/);
    expect(() => readKeylessConfiguration({ DATA_DIR, ...https })).not.toThrow();
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
