import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type EditTemplate,
  type Template,
  type Templates,
  type WriteTemplate,
  templateRows,
} from '#contract/desk/templates.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

type TemplateList = z.infer<typeof Templates>;

/** The replies prepared beforehand that this person may use, by name: their own and those shared with them. */
export const templateList = () =>
  queryOptions({
    queryKey: ['templates'],
    queryFn: ({ signal }) => readTemplates(signal),
    staleTime: PREFETCH_STALE_MS,
  });

/** As they are now, past what is held. */
export function readTemplates(signal?: AbortSignal): Promise<TemplateList> {
  return call(templateRows.listTemplates, { ...(signal && { signal }) }) as Promise<TemplateList>;
}

export function addTemplate(body: WriteTemplate): Promise<Template> {
  return call(templateRows.addTemplate, { body }) as Promise<Template>;
}

export function editTemplate(id: string, body: EditTemplate): Promise<Template> {
  return call(templateRows.editTemplate, { params: { id }, body }) as Promise<Template>;
}

export async function deleteTemplate(id: string): Promise<void> {
  await call(templateRows.deleteTemplate, { params: { id } });
}

/** After adding or editing one: the answer is the template as it is now. */
export function holdTemplate(client: QueryClient, changed: Template): void {
  const order = new Intl.Collator('es');
  client.setQueryData(templateList().queryKey, (held) => {
    if (!held) return held;
    const others = held.templates.filter(({ id }) => id !== changed.id);
    return {
      ...held,
      templates: [...others, changed].toSorted((a, b) => order.compare(a.name, b.name)),
    };
  });
}

/** After deleting one. */
export function dropTemplate(client: QueryClient, id: string): void {
  client.setQueryData(
    templateList().queryKey,
    (held) => held && { ...held, templates: held.templates.filter((template) => template.id !== id) },
  );
}
