import { sessionRows } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { queryClient } from '#console/api/query-client.ts';
import { clearPersonalData, readPreferences } from './browser-storage.ts';
import { postTabMessage } from './tab-messages.ts';
import { sessionQuery } from './session.ts';

/**
 * Ends the session in every tab; of what the browser kept, only how the console looks on this device stays.
 * @throws Failure
 */
export async function signOut(): Promise<void> {
  const kept = readPreferences();
  // The answer has the browser clear everything.
  await call(sessionRows.signOut);
  clearPersonalData(kept);
  postTabMessage({ what: 'signed-out' });
  queryClient.setQueryData(sessionQuery().queryKey, null);
}
