import * as z from 'zod/mini';
import { EXPORT_COLUMNS, type ExportColumn } from '#contract/desk/export.ts';
import { DEFAULT_COLUMNS, inOrder } from './export-columns.ts';

// How the person wants their files, kept in this browser until they sign out (`session/kept.ts`).

const KEY = 'vitrina-export';

export interface Choices {
  columns: readonly ExportColumn[];
  /** Of separators and words. */
  locale: 'es' | 'en';
  /** Whether the file begins with the mark by which spreadsheets know UTF-8. */
  bom: boolean;
}

const Kept = z.object({
  columns: z.array(z.string()),
  locale: z.enum(['es', 'en']),
  bom: z.boolean(),
});

/** The choices of last time, or the usual ones in a language. */
export function keptChoices(language: string): Choices {
  return readChoices(localStorage.getItem(KEY), language);
}

/** The same, of what was kept; what cannot be read any more is as if nothing was. */
export function readChoices(kept: string | null, language: string): Choices {
  const usual: Choices = {
    columns: DEFAULT_COLUMNS,
    locale: language === 'en' ? 'en' : 'es',
    bom: true,
  };
  const { data } = z.safeParse(Kept, jsonIn(kept));
  if (!data) return usual;
  const columns = inOrder(EXPORT_COLUMNS.filter((column) => data.columns.includes(column)));
  return { ...data, columns: columns.length > 0 ? columns : usual.columns };
}

export function keepChoices(choices: Choices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // A browser that keeps nothing still exports.
  }
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null') as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
