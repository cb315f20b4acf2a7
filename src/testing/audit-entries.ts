import { AuditEntryPage } from '#contract/desk/audit.ts';
import { type World } from './gateway-world.ts';

export const listAudit = async (world: World, cookie: string, search = '') =>
  AuditEntryPage.parse((await world.call(`/desk/audit${search}`, { headers: { cookie } })).json());

/** Entries, oldest first, without the initial sign-ins. */
export async function recordedEntries(world: World, cookie: string) {
  const { entries } = await listAudit(world, cookie);
  return entries
    .filter(({ action, outcome }) => action !== 'signIn' || outcome !== 'done')
    .map(({ person, action, agency, target, outcome, status, code }) => [
      person?.role ?? null,
      action,
      agency,
      target,
      outcome,
      status,
      code,
    ])
    .toReversed();
}
