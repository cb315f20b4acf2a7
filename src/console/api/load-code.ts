import { withAttempts } from './attempts.ts';
import { isOutdated } from './deployment.ts';
import { Failure } from './failure.ts';

/**
 * Loads code or texts by `import()`, in a few attempts.
 * @throws Failure `outdated` when another version of the console was deployed since, else `code`
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let outdated = false;
  try {
    return await withAttempts(load, async () => {
      restoreStyleSheets();
      outdated = await isOutdated();
      return outdated;
    });
  } catch (cause) {
    throw new Failure(outdated ? 'outdated' : 'code', 'import()', { cause });
  }
}

/** Vite does not load a style sheet twice: those that failed are replaced. */
function restoreStyleSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}
