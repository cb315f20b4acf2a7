import { BACKGROUND_CALL, CONSOLE_HEADER } from '#contract/desk/page.ts';
import { Failure } from './failure.ts';
import { TIMEOUT_MS, retryWithBackoff } from './retry-with-backoff.ts';

const failedSheets = new Set<HTMLLinkElement>();
const onLoadError = ({ target }: Event) => {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
};
globalThis.addEventListener?.('error', onLoadError, { capture: true });

/** Retries failed loads. @throws Failure `outdated` when another version was deployed since, else `chunk` */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let outdated = false;
  const attempt = () => {
    for (const link of failedSheets) link.replaceWith(link.cloneNode());
    failedSheets.clear();
    return load();
  };
  try {
    return await retryWithBackoff(attempt, async () => (outdated = await isOutdated()));
  } catch (cause) {
    throw new Failure(outdated ? 'outdated' : 'chunk', 'import()', { cause });
  }
}

async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch(location.pathname, {
      headers: { accept: 'text/html', [CONSOLE_HEADER]: BACKGROUND_CALL },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const served = getEntryHref(new DOMParser().parseFromString(await response.text(), 'text/html'));
    return Boolean(served) && served !== getEntryHref(document);
  } catch {
    return false;
  }
}

function getEntryHref(page: Document): string | null | undefined {
  return page.querySelector('#console')?.getAttribute('href');
}
