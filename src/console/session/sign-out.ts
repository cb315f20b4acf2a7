import { sessionEndpoints } from '#contract/desk/sessions.ts';
import { call } from '#console/api/call.ts';
import { clearPersonalData, eraseStoredQueries, readPreferences } from './browser-storage.ts';
import { setSession } from './session.ts';
import { postTabMessage } from './tab-messages.ts';

/** Signs out in every tab and at the provider, and clears what the browser stored but for preferences. @throws Failure */
export async function signOut(): Promise<void> {
  const preferences = readPreferences();
  const { url } = await call(sessionEndpoints.signOut);
  clearPersonalData(preferences);
  await eraseStoredQueries();
  postTabMessage({ type: 'signed-out' });
  if (url === null) setSession(null);
  else location.replace(url);
}
