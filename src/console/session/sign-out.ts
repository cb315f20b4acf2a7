import { sessionRows } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { queryClient } from '#console/api/query-client.ts';
import { forgetPerson, ofTheDevice } from './kept.ts';
import { tellTabs } from './other-tabs.ts';
import { currentSession } from './session.ts';

/**
 * Ends the session in every tab; of what the browser kept, only how the console looks on this device stays.
 * @throws Failure
 */
export async function signOut(): Promise<void> {
  const kept = ofTheDevice();
  // The answer has the browser clear everything.
  await call(sessionRows.signOut);
  forgetPerson(kept);
  tellTabs({ what: 'signed-out' });
  queryClient.setQueryData(currentSession().queryKey, null);
}
