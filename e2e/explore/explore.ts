import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseNumberOptions } from '#bench/number-options.ts';
import { signIn } from '#bench/sign-in.ts';
import { type Role, ROLES } from '#contract/desk/sessions.ts';
import { chromiumPath } from '#e2e/browser.ts';
import { startVitrina } from '#testing/server-process.ts';

// Walks the console at random against the laws of the screen (`screen-laws.js`), as each role, on a phone and a desktop, in both
// languages. The explorer is fetched on demand: it is large, and `npm ci` has no need of it.

const EXPLORER = '@antithesishq/bombadil@0.7.0';
const SCREENS = [
  { width: 390, height: 844, language: 'es-AR' },
  { width: 1440, height: 900, language: 'es-AR' },
  { width: 390, height: 844, language: 'en-GB' },
  { width: 1440, height: 900, language: 'en-GB' },
];
/** Pages that walks begin on, on the screens in turn: a walk comes to few others. */
const STARTS: Record<Role, readonly string[]> = {
  seller: [
    '/inquiries',
    '/overview',
    '/settings/me',
    '/inquiries?vista=todas',
    '/settings/templates',
    '/catalogs/cities',
    '/settings/hours',
    '/jobs',
  ],
  partner: [
    '/overview',
    '/settings/audit',
    '/agencies',
    '/settings/people',
    '/webhooks',
    '/settings/import',
    '/deliveries?outcome=refused',
    '/agencies/invitations',
  ],
  support: [
    '/inquiries',
    '/deliveries',
    '/catalogs/makes',
    '/catalogs/column',
    '/settings/audit',
    '/webhooks',
    '/connection',
    '/overview',
  ],
};

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/explore');

/** @returns path of the explorer's command */
async function fetchExplorer(): Promise<string> {
  const command = join(
    cache,
    `node_modules/@antithesishq/bombadil/binaries/bombadil-${process.platform}-${process.arch}`,
  );
  if (existsSync(command)) return command;
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), '{}');
  execFileSync('npm', ['install', '--no-save', '--no-audit', EXPLORER], { cwd: cache, stdio: 'inherit' });
  return command;
}

/** A command that starts Chromium in a language. The explorer itself has no option for it. */
async function createBrowserCommand(folder: string, language: string): Promise<string> {
  const path = join(folder, `chromium-${language}`);
  await writeFile(
    path,
    `#!/bin/sh\nexec "${chromiumPath()}" --accept-lang=${language} --disable-gpu "$@"\n`,
    {
      mode: 0o755,
    },
  );
  return path;
}

interface TraceEntry {
  url?: string;
  violations?: { name: string; violation: unknown }[];
}

/** @returns the number of states of a walk, and each broken law with the first state that breaks it */
async function readTrace(file: string): Promise<{ states: number; broken: string[] }> {
  const entries = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TraceEntry);
  const broken = new Map<string, string>();
  for (const [index, { violations = [] }] of entries.entries())
    for (const { name, violation } of violations)
      if (!broken.has(name)) broken.set(name, `${name}, state ${index}: ${JSON.stringify(violation)}`);
  return { states: entries.length, broken: [...broken.values()] };
}

/** The explorer waits for ever once its browser has crashed. */
const END_TIMEOUT_S = 30;

const { minutes } = parseNumberOptions({ minutes: 10 });
const explorer = await fetchExplorer();
const folder = await mkdtemp(join(tmpdir(), 'vitrina-explore-'));
await using vitrina = await startVitrina();

const walks = ROLES.flatMap((role) =>
  SCREENS.flatMap((screen, at) =>
    STARTS[role]
      .filter((_, index) => index % SCREENS.length === at)
      .map((start) => ({ role, screen, start })),
  ),
);
const seconds = Math.max(10, Math.round((minutes * 60) / walks.length));
let isBroken = false;
for (const [at, { role, screen, start }] of walks.entries()) {
  const name = `${at}-${role}-${screen.width}-${screen.language}`;
  const { headers } = await signIn(vitrina.url, vitrina.people[role]);
  const output = join(folder, name);
  // The server's output is read meanwhile: it stops when its pipe is full.
  const explorerProcess = spawn(
    explorer,
    [
      'browser',
      'test',
      `${vitrina.url}${start}`,
      join(import.meta.dirname, 'screen-laws.js'),
      '--headless',
      '--no-sandbox',
      // Measures no coverage: a reload while scripts are instrumented may hang.
      '--instrument-javascript=',
      `--width=${screen.width}`,
      `--height=${screen.height}`,
      `--cookie=${headers.cookie}; Path=/; Secure; HttpOnly`,
      `--time-limit=${seconds}s`,
      `--output-path=${output}`,
    ],
    {
      env: { ...process.env, CHROME: await createBrowserCommand(folder, screen.language) },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: (seconds + END_TIMEOUT_S) * 1000,
      killSignal: 'SIGKILL',
    },
  );
  const stderr = await text(explorerProcess.stderr);
  if (!existsSync(join(output, 'trace.jsonl'))) throw new Error(`${name} made no trace:\n${stderr}`);
  const { states, broken } = await readTrace(join(output, 'trace.jsonl'));
  console.log(
    `${name} from ${start}: ${states} states, ${broken.length} broken laws${explorerProcess.killed ? ', cut short' : ''}`,
  );
  for (const law of broken) console.log(`  ${law}`);
  isBroken ||= broken.length > 0;
}
if (isBroken) console.log(`Traces and screenshots: ${folder}`);
else await rm(folder, { recursive: true });
process.exitCode = isBroken ? 1 : 0;
