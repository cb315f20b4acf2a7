import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { World } from './gateway-world.ts';

/** Runs a command of `src/commands` on the data of a world. @returns its exit code, and what it printed */
export function runGatewayCommand(
  { config }: World,
  command: string,
  args: string[] = [],
  variables: Record<string, string> = {},
): Promise<{ code: unknown; output: string }> {
  const { dataDir, upstreamUrl, credentials, timeZone } = config;
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    UPSTREAM_URL: upstreamUrl,
    APP_KEY: credentials.key,
    APP_SECRET: credentials.secret,
    SERVICE_TIME_ZONE: timeZone,
    NODE_NO_WARNINGS: '1',
    ...variables,
  };
  const path = resolve(import.meta.dirname, '../commands', command);
  return new Promise((done) => {
    execFile(process.execPath, [path, ...args], { env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}
