import { sessionRows } from '#contract/desk/session-rows.ts';
import { call } from '#console/api/call.ts';
import { LANGUAGE_KEY } from '#console/locales/preferred.ts';
import { paths } from '#console/paths.ts';
import { THEME_KEY } from '#console/ui/color-scheme.ts';
import { tellTabs } from './other-tabs.ts';

/**
 * Ends the session in every tab; of what the browser kept, language and theme stay.
 * @throws Failure
 */
export async function signOut(): Promise<void> {
  const kept = [LANGUAGE_KEY, THEME_KEY].map((key) => [key, localStorage.getItem(key)] as const);
  await call(sessionRows.signOut);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
  tellTabs({ what: 'signed-out' });
  location.replace(paths.signIn());
}
