import { type EditView, type View, type WriteView, viewEndpoints } from '#contract/desk/views.ts';
import { call } from '#console/api/call.ts';
import { customMutation, endpointMutation, runMutation } from '#console/api/endpoint-mutation.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';
import { Failure, ignoreNotFound } from '#console/api/failure.ts';
import { queryClient } from '#console/api/query-client.ts';

export const viewListQuery = () => endpointQuery(viewEndpoints.listViews);

/**
 * Reads a view that somebody saved meanwhile. One that was deleted leaves the cached list, the cached state of others
 * stays.
 */
export async function fetchConflictingView(error: Error, id: string): Promise<View | undefined> {
  if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return undefined;
  const { views } = await call(viewEndpoints.listViews);
  const current = views.find((view) => view.id === id);
  if (!current) removeCachedView(id);
  return current;
}

export const createView = endpointMutation(viewEndpoints.addView, (body: WriteView) => ({ body }), {
  update: cacheView,
  invalidates: ['countInquiries'],
});

export const updateView = endpointMutation(
  viewEndpoints.editView,
  ({ id, ...body }: EditView & { id: string }) => ({ params: { id }, body }),
  { update: cacheView, invalidates: ['countInquiries'] },
);

export const pinView = endpointMutation(
  viewEndpoints.pinView,
  ({ id, pinned }: Pick<View, 'id' | 'pinned'>) => ({ params: { id }, body: { pinned } }),
  { update: cacheView, invalidates: ['countInquiries'] },
);

/** A view without `version` is new. */
export const saveView = customMutation(
  async ({ pinned, version, ...values }: WriteView & { pinned: boolean; version: number | undefined }) => {
    const view = await (version === undefined
      ? runMutation(createView, values)
      : runMutation(updateView, { ...values, version }));
    return view.pinned === pinned ? view : runMutation(pinView, { id: view.id, pinned });
  },
);

export const deleteView = customMutation(
  (id: string) => call(viewEndpoints.deleteView, { params: { id } }).catch(ignoreNotFound),
  { remove: removeCachedView },
);

function cacheView(changed: View): void {
  const order = new Intl.Collator('es');
  queryClient.setQueryData(viewListQuery().queryKey, (list) => {
    if (!list) return list;
    const others = list.views.filter(({ id }) => id !== changed.id);
    return { ...list, views: [...others, changed].toSorted((a, b) => order.compare(a.name, b.name)) };
  });
}

function removeCachedView(id: string): void {
  queryClient.setQueryData(
    viewListQuery().queryKey,
    (list) => list && { ...list, views: list.views.filter((view) => view.id !== id) },
  );
}
