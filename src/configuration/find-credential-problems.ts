import { isLoopback } from '#http/is-loopback.ts';
import type { Settings } from './settings.ts';

/** Says what is missing of the credentials of the app. */
export function findCredentialProblems({
  APP_KEY,
  APP_SECRET,
  DATABASE_URL,
  UPSTREAM_URL,
}: Settings): string[] {
  if (!APP_KEY !== !APP_SECRET) return ['APP_KEY, APP_SECRET: set both or neither'];
  if (APP_KEY) return [];
  if (UPSTREAM_URL && !isLoopback(new URL(UPSTREAM_URL).hostname))
    return ['APP_KEY, APP_SECRET: another deployment of the service needs the credentials it gave you'];
  if (DATABASE_URL)
    return [
      'APP_KEY, APP_SECRET: with DATABASE_URL every process must be given the same (`openssl rand -hex 16` for each)',
    ];
  return [];
}
