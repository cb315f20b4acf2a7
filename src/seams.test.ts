import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

// A simulation runs the servers on its own clock and from a seed, without sockets, threads and files. What they take from the
// machine is therefore handed in, and stands in the files below.

const root = resolve(import.meta.dirname, '..');
const SERVER_FILE =
  /^src\/(?:contract|database|gateway|http|mail|matching|service|signing|system|work)\/.*(?<!\.test)\.ts$/;

interface Source {
  pattern: RegExp;
  /** Files that may use it, with the reason why a simulation needs no seam there. */
  files: Record<string, string>;
}

const SOURCES: Record<string, Source> = {
  time: {
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bhrtime\b|\bprocess\.uptime\b|\bTemporal\.Now\b/,
    files: { 'src/system/clock.ts': 'is the seam' },
  },
  timers: {
    pattern: /(?<![.\w])set(?:Timeout|Interval)\b|\bAbortSignal\.timeout\b/,
    files: { 'src/system/clock.ts': 'is the seam' },
  },
  'random values': {
    pattern:
      /\brandom(?:Bytes|UUID|Int|Fill\w*)\b|\bgetRandomValues\b|\bMath\.random\b|\bnew Secret\(\{ size|\bgenerateKey|(?<![.\w])ulid\(|import \{[^}]*\b(?:ulid|monotonicFactory)\b/,
    files: { 'src/system/random.ts': 'is the seam' },
  },
  connections: {
    pattern:
      /^import (?!type\b).* from '(?:undici|nodemailer|pg|node:(?:net|tls|dgram|https?|http2|dns|dns\/promises))'|(?<!async |[.\w#])fetch\(/m,
    files: {
      'src/gateway/doctor/machine.ts': 'is the machine that the checks ask, which tests replace',
      'src/gateway/forward/transport.ts': 'is the transport of calls to the service',
      'src/http/webhook-client.ts': 'is the client of callbacks',
      'src/http/name-resolver.ts': 'is the look-up of names',
      'src/mail/mailer.ts': 'is the mailer',
      'src/gateway/openid/provider.ts': 'nobody signs in by OpenID Connect in the simulation',
      'src/database/postgres.ts': 'PostgreSQL is a server',
      'src/database/migrate-postgres.ts': 'PostgreSQL is a server',
      'src/database/listen.ts': 'PostgreSQL is a server',
      'src/database/database-unusable-error.ts': 'reads errors only',
      'src/service/app.ts': 'reads names of methods only',
    },
  },
  files: {
    pattern: /from 'node:fs(?:\/promises)?'/,
    files: {
      'src/gateway/doctor/machine.ts': 'is the machine that the checks ask, which tests replace',
      'src/database/create-private-file.ts': 'a database in memory has no file',
      'src/database/database-identity.ts': 'a database in memory has no file',
      'src/database/disk-reserve.ts': 'a database in memory has no file',
      'src/database/migrate.ts': 'a database in memory has no file',
      'src/service/replay-store.ts': 'a database in memory has no file',
      'src/gateway/console/asset-store.ts': 'an API alone has no console',
      'src/gateway/console/routes.ts': 'an API alone has no console',
      'src/gateway/people/demo.ts': 'only the demo stores passwords',
      'src/http/name-resolver.ts': 'is the look-up of names',
      'src/http/server.ts': 'the version of the product is fixed',
      'src/mail/mailer.ts': 'is the mailer',
    },
  },
  threads: {
    pattern: /from 'node:(?:worker_threads|child_process|cluster|zlib)'|\bargon2\b/,
    files: {
      'src/database/sqlite-readers.ts': 'a database in memory is read by its own connection',
      'src/database/sqlite-reader-worker.ts': 'a database in memory is read by its own connection',
      'src/gateway/register-routes.ts': 'clients choose whether replies are compressed',
      'src/gateway/console/routes.ts': 'an API alone has no console',
      'src/gateway/export/zip.ts': 'people choose the format of an export',
      'src/gateway/people/passwords.ts': 'the simulation replaces the hash',
      'src/system/service-manager.ts': 'commands alone tell systemd of the process',
    },
  },
  "the machine's own clock and random values": {
    pattern: /\bsystem(?:Clock|Random)\b/,
    files: {
      'src/system/clock.ts': 'is the seam',
      'src/system/random.ts': 'is the seam',
      'src/gateway/app.ts': 'is the default',
      'src/gateway/openid/provider.ts': 'the library reads the clock of the machine',
      'src/service/app.ts': 'is the default',
      'src/database/clock.ts': 'is the default',
      'src/gateway/move-installation.ts': 'only a command moves installations',
      'src/gateway/migrations/baseline/inquiries.ts': 'migrations have no arguments',
      'src/database/database.ts': 'whoever hands in a database gives it a name',
      'src/database/disk-reserve.ts': 'a database in memory has no file',
      'src/database/listen.ts': 'PostgreSQL is a server',
      'src/database/migrate-postgres.ts': 'PostgreSQL is a server',
    },
  },
};

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((name) => SERVER_FILE.test(name))
  .map((name) => ({ name, code: removeComments(readFileSync(join(root, name), 'utf8')) }));

function removeComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}

describe('servers take from the machine only what is handed in', () => {
  it('all rooms of the servers are read', () => expect(files.length).toBeGreaterThan(400));

  it.each([
    ['time', 'const at = Date.now();'],
    ['time', 'new Upstream(config, Date.now)'],
    ['time', 'const startedAt = performance.now();'],
    ['timers', 'const timer = setTimeout(wake, 5);'],
    ['timers', "import { setTimeout as pause } from 'node:timers/promises';"],
    ['timers', 'signal: AbortSignal.timeout(5),'],
    ['random values', "import { createHash, randomBytes } from 'node:crypto';"],
    ['random values', 'id: ulid(now),'],
    ['random values', "import { encodeTime, ulid } from 'ulid';"],
    ['random values', 'random = Math.random,'],
    ['connections', "import { Agent, request } from 'undici';"],
    ['connections', 'const reply = await fetch(url);'],
    ['files', "import { readFile } from 'node:fs/promises';"],
    ['threads', "import { gzip } from 'node:zlib';"],
  ])('%s are found in: %s', (source, code) => expect(code).toMatch(SOURCES[source]?.pattern ?? /^$/));

  it.each([
    ['timers', "import { setImmediate } from 'node:timers/promises';"],
    ['timers', 'socket.setTimeout(5);'],
    ['random values', 'id: random.ulid(now),'],
    ['random values', "import { encodeTime } from 'ulid';"],
    ['connections', "import type { Socket } from 'node:net';"],
    ['connections', 'const counts = await viewCounts.fetch(db);'],
  ])('%s are not found in: %s', (source, code) => expect(code).not.toMatch(SOURCES[source]?.pattern ?? /^/));

  it.each(Object.entries(SOURCES))(
    '%s stand in the files that are listed',
    (_, { pattern, files: listed }) => {
      const users = files.filter(({ code }) => pattern.test(code)).map(({ name }) => name);
      expect(users.toSorted()).toEqual(Object.keys(listed).toSorted());
    },
  );
});
