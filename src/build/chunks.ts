import type { Rolldown } from 'vite';

// Every page loads `live/` and `resume-changes.ts`.
const INBOX_ROOMS = /\/src\/console\/(inbox|inquiries|follow-up\/(?!resume-changes)|answering|views)/;
const MUI = /\/node_modules\/@mui\//;
const usesMui = new Map<string, boolean>();

/** One chunk for what the inbox loads by itself after its first row: all of its rooms that does without MUI. */
export const afterFirstRow: Rolldown.CodeSplittingNameFunction = (id, context) =>
  INBOX_ROOMS.test(id) && !needsMui(id, context) ? 'after-first-row' : null;

function needsMui(id: string, context: Rolldown.ChunkingContext): boolean {
  const known = usesMui.get(id);
  if (known !== undefined) return known;
  // Until it is known, for modules that import each other.
  usesMui.set(id, false);
  const imports = context.getModuleInfo(id)?.importedIds ?? [];
  const needs = MUI.test(id) || imports.some((imported) => needsMui(imported, context));
  usesMui.set(id, needs);
  return needs;
}
