import type { LockOut } from '#gateway/sessions/lock-outs.ts';

/** Says who cannot sign in, from where and until when. */
export function formatLockOut({ mail, address, until }: LockOut): string {
  const who = `${mail ?? 'everybody'}${address === null ? '' : ` at ${address}`}`;
  return `locked out until ${new Date(until).toISOString()}: ${who}`;
}
