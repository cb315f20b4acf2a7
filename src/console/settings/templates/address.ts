import type { Template } from '#contract/desk/templates.ts';
import { searchReader } from '#console/filters/search.ts';

/** Whose templates: one's own, or what colleagues use as well. */
export const TEMPLATE_KINDS = ['own', 'shared'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The list of templates as its address says it. */
export function readTemplatesAddress(search: URLSearchParams) {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q')?.trim() ?? '',
    kind: read('kind', (text) => TEMPLATE_KINDS.find((kind) => kind === text)),
    unreadable,
  };
}

/** Those that the address asks for, by a part of the name, the texts or the author. */
export function templatesAt(
  { q, kind }: ReturnType<typeof readTemplatesAddress>,
  templates: readonly Template[],
  personId: string,
): Template[] {
  const wanted = folded(q);
  return templates
    .filter(({ by, shared }) => !kind || (kind === 'own' ? by.id === personId : shared))
    .filter(({ name, subject, text, by }) =>
      [name, subject, text, by.name].some((part) => folded(part).includes(wanted)),
    );
}

/** Without case and accents: `cotizacion` finds Cotización. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
