import { retryWithBackoff } from './retry-with-backoff.ts';
import { isOutdated } from './deployment.ts';
import { Failure } from './failure.ts';

/**
 * Loads code or texts by `import()`, in a few attempts.
 * @throws Failure `outdated` when another version of the console was deployed since, else `code`
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  watchStyleSheets();
  let outdated = false;
  const attempt = () => {
    restoreStyleSheets();
    return load();
  };
  try {
    return await retryWithBackoff(attempt, async () => (outdated = await isOutdated()));
  } catch (cause) {
    throw new Failure(outdated ? 'outdated' : 'code', 'import()', { cause });
  }
}

const failedSheets = new Set<HTMLLinkElement>();
let isWatching = false;

function watchStyleSheets(): void {
  if (isWatching) return;
  isWatching = true;
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedSheets.add(target);
  };
  addEventListener('error', onError, { capture: true });
}

/** Vite does not load a style sheet twice: those that failed are replaced. */
function restoreStyleSheets(): void {
  for (const link of failedSheets) link.replaceWith(link.cloneNode());
  failedSheets.clear();
}
