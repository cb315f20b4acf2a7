import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { publisher } from '#contract/publisher.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Settings of the README's table, which `src/configuration.test.ts` holds against the schemas. */
const settings = new Set(
  [...read('src/deploy/README.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name),
  ),
);

const FILES: [file: string, assignments: RegExp][] = [
  ['src/deploy/compose.yaml', /^ {4}([A-Z_]+): /gm],
  ['src/deploy/compose.yaml', /\{ <<: \*environment, ([A-Z_]+): /g],
  ['src/deploy/common.env', /^([A-Z_]+)=/gm],
  ['src/deploy/vitrina@.service', /^Environment=([A-Z_]+)=%d/gm],
];

it.each(FILES)('%s sets what the product reads: %s', (file, assignments) => {
  const names = [...read(file).matchAll(assignments)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !settings.has(name.replace(/_FILE$/, '')))).toEqual([]);
});

describe('the image', () => {
  const containerfile = read('src/deploy/Containerfile');

  it('is built from what is there', () => {
    const kept = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const removed = [...containerfile.matchAll(/\bsrc\/\w+(?= |$)/g)].map(([path]) => path);
    expect(removed.length).toBeGreaterThan(3);
    expect(removed.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('runs commands that exist', () => {
    const sources = [containerfile, read('src/deploy/compose.yaml'), read('src/deploy/vitrina@.service')];
    const commands = sources.flatMap((text) => text.match(/src\/commands\/[\w-]+\.ts/g) ?? []);
    expect(commands.length).toBeGreaterThan(3);
    expect(commands.filter((command) => !existsSync(join(root, command)))).toEqual([]);
  });

  // The console's packages are built into it: `npm ci --omit=dev` is enough to run the product.
  it('has the packages that the servers import, and no others', () => {
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /^(?:[\w-]+|(?:contract|gateway|service|database|http|signing|mail|matching|system|work)\/.+)\.ts$/.test(
          path,
        ) && !path.endsWith('.test.ts'),
    );
    const packages = files.flatMap((path) =>
      [
        ...read(`src/${path}`).matchAll(
          /^(?:import|\}).* from '(@[\w-]+\/[\w-]+|[a-z][\w.-]*)(?:\/[^']*)?';$/gm,
        ),
      ].map(([, name = '']) => name),
    );
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
    // The servers run on it.
    packages.push('node');
    expect(new Set(packages)).toEqual(new Set(Object.keys(dependencies)));
  });
});

it('the folder of data of the containers belongs to more than root', () => {
  const [, user] = /^USER (\d+)/m.exec(read('src/deploy/Containerfile')) ?? [];
  expect(Number(user)).toBeGreaterThan(0);
  expect(read('src/deploy/compose.yaml')).toMatch(/tmpfs: \[.*'\/data:mode=1777'\]/);
});

describe('vitrina.sh', () => {
  /** The script between folders of its own, with an npm that says what it is given, writes into `DATA_DIR`, and ends with 3. */
  function openInstallation() {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-command-'));
    for (const name of ['bin', 'data', 'secrets']) mkdirSync(join(folder, name));
    const files = {
      'package.json': read('package.json'),
      'common.env': 'HOST=127.0.0.1\n',
      'worker.env': `ROLES=worker\nDATA_DIR=${folder}/data\n`,
      'secrets/database-url': '',
      'bin/npm':
        '#!/bin/sh\nmkdir "$DATA_DIR/backups"\necho "$@" "$HOST" "$ROLES" "$DATABASE_URL_FILE"\nexit 3\n',
      'vitrina.sh': read('src/deploy/vitrina.sh')
        .replaceAll('/etc/vitrina', folder)
        .replaceAll('/opt/vitrina', folder),
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text, { mode: 0o755 });
    return {
      folder,
      run: (...words: string[]) => {
        const env = { PATH: `${folder}/bin:${process.env.PATH}` };
        const { status, stdout } = spawnSync(join(folder, 'vitrina.sh'), words, { env, encoding: 'utf8' });
        return [status, stdout];
      },
      [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
    };
  }

  it('runs a command with the settings and the secrets, and ends as it does', () => {
    using installation = openInstallation();
    const { folder, run } = installation;
    const words = `run --silent backup -- --to a b 127.0.0.1 worker ${folder}/secrets/database-url\n`;
    expect(run('backup', '--to', 'a b')).toEqual([3, words]);
  });

  it.skipIf(process.getuid?.() !== 0)('leaves what it wrote to the worker', () => {
    using installation = openInstallation();
    const { folder, run } = installation;
    execFileSync('chown', ['12345:12345', join(folder, 'data')]);
    run('backup');
    expect(statSync(join(folder, 'data/backups')).uid).toBe(12345);
  });

  it.each([[], ['bakcup'], ['build:'], ['.*'], ['check']])(
    'runs nothing that is no command: %s',
    (...words) => {
      using installation = openInstallation();
      expect(installation.run(...words)).toEqual([2, '']);
      expect(existsSync(join(installation.folder, 'data/backups'))).toBe(false);
    },
  );
});

describe('the example for nginx', () => {
  const [, console = '', service = ''] =
    /server_name consola\.example;([\s\S]*?)\n}[\s\S]*server_name servicio\.example;([\s\S]*?)\n}/.exec(
      read('src/deploy/nginx.conf').replace('server_name consola.example servicio.example;', ''),
    ) ?? [];

  it.each([
    ['console', console, desk],
    ['service', service, publisher],
  ])('takes the largest bodies of the %s', (_, server, table: Record<string, Endpoint>) => {
    const [, size = ''] = /client_max_body_size (\d+)m;/.exec(server) ?? [];
    const largest = Math.max(...Object.values(table).map(({ maxBodyBytes = 0 }) => maxBodyBytes));
    expect(Number(size) * 1024 * 1024).toBeGreaterThan(largest);
  });

  it('logs no query, no referrer, and no token of a path', () => {
    const [, format = ''] = /log_format vitrina '([^']*)'/.exec(read('src/deploy/nginx.conf')) ?? [];
    expect(format.match(/\$\w+/g)).toEqual([
      '$remote_addr',
      '$time_iso8601',
      '$request_method',
      '$host',
      '$vitrina_path',
      '$status',
      '$body_bytes_sent',
      '$request_time',
    ]);
  });

  const hasPrograms = ['nginx', 'openssl'].every((name) => !spawnSync(name, ['-v']).error);
  it.skipIf(!hasPrograms)('is accepted by nginx', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrina-nginx-'));
    try {
      const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
      const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=x', '-days', '1'];
      execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
      writeFileSync(join(folder, 'proxy.conf'), read('src/deploy/nginx-proxy.conf'));
      const site = read('src/deploy/nginx.conf')
        .replaceAll('/etc/nginx/vitrina-proxy.conf', join(folder, 'proxy.conf'))
        .replaceAll(/\/etc\/ssl\/\S+\.crt/g, certificate)
        .replaceAll(/\/etc\/ssl\/\S+\.key/g, key)
        .replaceAll('/var/log/nginx', folder);
      writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events {}\nhttp {\n${site}\n}\n`);
      const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(folder, 'nginx.conf')]);
      expect([status, String(stderr)]).toEqual([0, expect.stringContaining('is successful')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
