import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCodeBlocks, readmes } from '#testing/readmes.ts';
import { freePort, readAppCredentials, runCommand, spawnServer } from '#testing/server-process.ts';

// Blocks of READMEs that are marked `sh run`, in a copy of the project: they write files, and end when they are done.

const root = resolve(import.meta.dirname, '..');
const COPIED = ['src', 'e2e', 'public', 'index.html', 'package.json', 'tsconfig.json', 'lingui.config.ts'];

const blocks = readmes.flatMap((readme) =>
  listCodeBlocks(readme)
    .filter(({ info }) => info === 'sh run')
    .map(({ code }): [title: string, code: string] => [`${readme.path}: ${code.split('\n', 1)[0]}`, code]),
);

it('there are runnable blocks', () => expect(blocks.length).toBeGreaterThan(2));

describe.skipIf(!process.env.TEST_FULL)('runnable blocks', () => {
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  const resources = new AsyncDisposableStack();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrina-docs-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    for (const path of [...COPIED, 'vite.config.ts'])
      await cp(join(root, path), join(folder, path), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const port = await freePort();
    const service = { DATA_DIR: join(folder, 'service-data'), SERVICE_PORT: String(port) };
    resources.use(await spawnServer('service.ts', service));
    const output = await runCommand('app-create.ts', ['--name', 'aggregator', '--publisher'], service);
    const [KEY, SECRET] = readAppCredentials(output);
    environment = {
      ...process.env,
      NODE_ENV: '',
      VITEST: '',
      DATA_DIR: join(folder, 'data'),
      SERVICE: `http://localhost:${port}`,
      KEY,
      SECRET,
    };
  }, 120_000);
  afterAll(() => resources.disposeAsync());

  it.each(blocks)(
    '%s … succeeds',
    async (_, code) => {
      const options = { cwd: folder, env: environment };
      await expect(
        promisify(execFile)('bash', ['-euo', 'pipefail', '-c', code], options),
      ).resolves.toBeDefined();
    },
    300_000,
  );
});
