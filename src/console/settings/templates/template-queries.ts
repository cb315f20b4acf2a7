import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  type EditTemplate,
  type Template,
  type Templates,
  type WriteTemplate,
  templateEndpoints,
} from '#contract/desk/templates.ts';
import { call } from '#console/api/call.ts';
import { PREFETCH_STALE_MS } from '#console/api/query-client.ts';

type TemplateList = z.infer<typeof Templates>;

export const templateListQuery = () =>
  queryOptions({
    queryKey: ['templates'],
    queryFn: ({ signal }) => fetchTemplates(signal),
    staleTime: PREFETCH_STALE_MS,
  });

function fetchTemplates(signal?: AbortSignal): Promise<TemplateList> {
  return call(templateEndpoints.listTemplates, { ...(signal && { signal }) });
}

/** Bypasses the cache; undefined when it was deleted. */
export async function fetchTemplate(id: string): Promise<Template | undefined> {
  const { templates } = await fetchTemplates();
  return templates.find((template) => template.id === id);
}

export function addTemplate(body: WriteTemplate): Promise<Template> {
  return call(templateEndpoints.addTemplate, { body });
}

export function editTemplate(id: string, body: EditTemplate): Promise<Template> {
  return call(templateEndpoints.editTemplate, { params: { id }, body });
}

export async function deleteTemplate(id: string): Promise<void> {
  await call(templateEndpoints.deleteTemplate, { params: { id } });
}

export function cacheTemplate(client: QueryClient, changed: Template): void {
  const collator = new Intl.Collator('es');
  client.setQueryData(
    templateListQuery().queryKey,
    (list) =>
      list && {
        templates: [...list.templates.filter(({ id }) => id !== changed.id), changed].toSorted((a, b) =>
          collator.compare(a.name, b.name),
        ),
      },
  );
}

export function removeTemplateFromCache(client: QueryClient, id: string): void {
  client.setQueryData(
    templateListQuery().queryKey,
    (list) => list && { templates: list.templates.filter((template) => template.id !== id) },
  );
}
