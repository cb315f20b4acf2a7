import { BACKGROUND_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import { TIMEOUT_MS } from './retry-with-backoff.ts';

/** The console's entry, as `index.html` names it; its name changes with every version. */
const entryIn = (page: Document) => page.querySelector('#console')?.getAttribute('href');

/** Whether the gateway serves another version of the console than this page; false when that cannot be known. */
export async function isOutdated(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, {
      headers: { accept: 'text/html', [CONSOLE_HEADER]: BACKGROUND_CALL },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const served = entryIn(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    return Boolean(served) && served !== entryIn(document);
  } catch {
    // No answer says nothing about the version.
    return false;
  }
}
