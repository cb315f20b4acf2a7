import type { Template } from '#contract/desk/templates.ts';
import { fold } from '#contract/search.ts';
import { searchReader } from '#console/filters/search.ts';

export const TEMPLATE_KINDS = ['own', 'shared'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

export function parseTemplateFilters(search: URLSearchParams) {
  const { read, unreadable } = searchReader(search);
  return {
    q: search.get('q')?.trim() ?? '',
    kind: read('kind', (text) => TEMPLATE_KINDS.find((kind) => kind === text)),
    unreadable,
  };
}

export function filterTemplates(
  { q, kind }: ReturnType<typeof parseTemplateFilters>,
  templates: readonly Template[],
  personId: string,
): Template[] {
  const part = fold(q);
  return templates.filter(
    ({ name, subject, text, shared, by }) =>
      (!kind || (kind === 'own' ? by.id === personId : shared)) &&
      [name, subject, text, by.name].some((field) => fold(field).includes(part)),
  );
}
