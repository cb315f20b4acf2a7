import {
  type EditTemplate,
  type Template,
  type WriteTemplate,
  templateEndpoints,
} from '#contract/desk/templates.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { ignoreNotFound } from '#console/api/failure.ts';
import { PREFETCH_STALE_MS, queryClient } from '#console/api/query-client.ts';

export const templateListQuery = () =>
  endpointQuery(templateEndpoints.listTemplates, {}, { staleTime: PREFETCH_STALE_MS });

/** It is undefined when the template was deleted, while the cached list keeps it. */
export async function fetchTemplate(id: string): Promise<Template | undefined> {
  const { templates } = await call(templateEndpoints.listTemplates);
  const current = templates.find((template) => template.id === id);
  if (current) cacheTemplate(current);
  return current;
}

export const addTemplate = endpointMutation(
  templateEndpoints.addTemplate,
  (body: WriteTemplate) => ({ body }),
  { update: cacheTemplate },
);

export const editTemplate = endpointMutation(
  templateEndpoints.editTemplate,
  ({ id, ...body }: EditTemplate & { id: string }) => ({ params: { id }, body }),
  { update: cacheTemplate },
);

export const deleteTemplate = customMutation(
  (id: string) => call(templateEndpoints.deleteTemplate, { params: { id } }).catch(ignoreNotFound),
  { remove: removeCachedTemplate },
);

function cacheTemplate(changed: Template): void {
  const collator = new Intl.Collator('es');
  queryClient.setQueryData(
    templateListQuery().queryKey,
    (list) =>
      list && {
        templates: [...list.templates.filter(({ id }) => id !== changed.id), changed].toSorted((a, b) =>
          collator.compare(a.name, b.name),
        ),
      },
  );
}

function removeCachedTemplate(id: string): void {
  queryClient.setQueryData(
    templateListQuery().queryKey,
    (list) => list && { templates: list.templates.filter((template) => template.id !== id) },
  );
}
