import type { Rolldown } from 'vite';

const CONSOLE = /\/src\/(?:console|contract)\//;
const INBOX_ROOMS = /\/src\/console\/(inbox|inquiries|follow-up|answering|views)\//;
const FRAME_ROOMS = /\/src\/console\/(shell|live)\//;
const LATER_PACKAGES = /\/node_modules\/(@mui|react-hook-form)\//;

type Find = (id: string) => boolean;

/**
 * Chunks for what the inbox loads by itself after its first row, of the code that does without MUI and react-hook-form:
 * one for what it alone uses, and one for what other pages use, too. Otherwise these would be dozens of files.
 */
export function inboxChunks(): Rolldown.CodeSplittingNameFunction {
  let context: Rolldown.ChunkingContext;
  const needsLaterPackages = memoize(
    (id, find) => LATER_PACKAGES.test(id) || (context.getModuleInfo(id)?.importedIds ?? []).some(find),
  );
  const isReachedFrom = (isRoot: (id: string) => boolean) =>
    memoize((id, find) => {
      const importers = context.getModuleInfo(id)?.importers ?? [];
      return importers.length === 0 ? isRoot(id) : importers.some(find);
    });
  const isUsedByInbox = isReachedFrom((id) => INBOX_ROOMS.test(id) || FRAME_ROOMS.test(id));
  const isUsedElsewhere = isReachedFrom((id) => !INBOX_ROOMS.test(id));
  return (id, ctx) => {
    context = ctx;
    if (!CONSOLE.test(id) || !isUsedByInbox(id) || needsLaterPackages(id)) return null;
    return isUsedElsewhere(id) ? 'shared' : 'inbox';
  };
}

/** A recursive search through modules, each looked at once. */
function memoize(search: (id: string, find: Find) => boolean): Find {
  const results = new Map<string, boolean>();
  const find: Find = (id) => {
    const known = results.get(id);
    if (known !== undefined) return known;
    // Modules that import each other count as unrelated until their result is known.
    results.set(id, false);
    const result = search(id, find);
    results.set(id, result);
    return result;
  };
  return find;
}
