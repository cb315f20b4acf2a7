import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfiguration } from '#server/configuration.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { freePort } from '#testing/server-process.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** Expressions of all panels. */
const panelExpressions = [...read('dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
  ([, text = '']) => JSON.parse(text) as string,
);
const hasPromtool = !spawnSync('promtool', ['--version']).error;

describe('a process with METRICS_PORT', () => {
  let folder: string;
  let server: RunningServer;
  let scrape: string;
  let contentType: string | null;
  const addresses = { gateway: '', service: '', metrics: '' };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vitrina-metrics-'));
    const [PORT = '', SERVICE_PORT = '', METRICS_PORT = ''] = await Promise.all(
      Array.from({ length: 3 }, async () => String(await freePort())),
    );
    const environment = { DATA_DIR: folder, PORT, SERVICE_PORT, METRICS_PORT, BACKUP_EVERY: '24h' };
    server = await startServer(readConfiguration(environment), { page: false });
    for (const [name, port] of Object.entries({
      gateway: PORT,
      service: SERVICE_PORT,
      metrics: METRICS_PORT,
    }))
      Object.assign(addresses, { [name]: `http://127.0.0.1:${port}` });
    for (const path of ['/v3/consultas/ana@cliente.example', '/ana@cliente.example?q=3515551234'])
      await fetch(`${addresses.gateway}${path}`);
    await vi.waitUntil(
      async () => {
        const reply = await fetch(`${addresses.metrics}/metrics`);
        contentType = reply.headers.get('content-type');
        scrape = await reply.text();
        return !/^vitrina_reading_success.* 0$/m.test(scrape) && scrape.includes('vitrina_doctor_findings{');
      },
      { timeout: 50_000, interval: 500 },
    );
  }, 60_000);

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('answers at an address of its own, and nowhere else', async () => {
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(addresses.metrics).toMatch(/^http:\/\/127\.0\.0\.1:/);
    for (const origin of [addresses.gateway, addresses.service])
      expect((await fetch(`${origin}/metrics`)).status).not.toBe(200);
    expect((await fetch(`${addresses.metrics}/healthz`)).status).toBe(404);
  });

  it('says nothing about people, and no more labels than there are routes, kinds and reasons', () => {
    const labels = [...scrape.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
    const values = labels.filter(([name]) => name !== 'le').map(([, value = '']) => value);
    expect(values.filter((value) => /@|\d{5}|cliente/.test(value))).toEqual([]);
    for (const { mail, password } of server.demoPeople ?? []) {
      expect(scrape).not.toContain(mail);
      expect(scrape).not.toContain(password);
    }
    expect(scrape).toMatch(/route="\/v3\/consultas\/:adminMail",status="401"/);
    const names = new Set(labels.map(([name]) => name));
    expect(names).toEqual(
      new Set(
        'check kind le major method minor outcome patch program quantile reading reason route severity space status type version'.split(
          ' ',
        ),
      ),
    );
  });

  it('has every metric that the dashboard and the alerts name', () => {
    const known = new Set([...scrape.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const named = [...panelExpressions, read('alerts.yaml')].flatMap(
      (text) => text.match(/\b(?:vitrina|nodejs|process)_\w+/g) ?? [],
    );
    expect(new Set(named).size).toBeGreaterThan(20);
    expect(
      named.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|sum|count)$/, ''))),
    ).toEqual([]);
  });

  it('has no metric of ours that neither of them names', () => {
    const text = [...panelExpressions, read('alerts.yaml')].join('\n');
    const ours = [...scrape.matchAll(/^# TYPE (vitrina_\w+) /gm)].map(([, name = '']) => name);
    expect(ours.filter((name) => !text.includes(name))).toEqual([]);
  });

  it.skipIf(!hasPromtool)('is read by Prometheus', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: scrape });
    // Names of Node's own metrics are those of the client library.
    expect(status).not.toBe(1);
    expect(
      String(stderr)
        .split('\n')
        .filter((line) => line.startsWith('vitrina_')),
    ).toEqual([]);
  });
});

describe.skipIf(!hasPromtool)('promtool', () => {
  const run = (...options: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', options, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    return [status, status === 0 ? '' : `${stdout}${stderr}`];
  };

  it('accepts the alerts', () => expect(run('check', 'rules', 'alerts.yaml')).toEqual([0, '']));

  it('finds that the alerts begin where they should', () =>
    expect(run('test', 'rules', 'alerts.test.yaml')).toEqual([0, '']));

  it('accepts the expressions of the dashboard', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-dashboard-'));
    const rules = panelExpressions.map((expression, at) => ({
      record: `panel:${at}`,
      expr: expression.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(folder, 'rules.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(run('check', 'rules', file)).toEqual([0, '']);
    rmSync(folder, { recursive: true });
  });
});
