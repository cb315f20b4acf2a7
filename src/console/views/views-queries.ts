import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type EditView, type View, type Views, type WriteView, viewEndpoints } from '#contract/desk/views.ts';
import { call } from '#console/api/call.ts';
import { VIEW_COUNTS_KEY } from '#console/inquiries/inquiries-queries.ts';

type ViewList = z.infer<typeof Views>;

export const viewListQuery = () =>
  queryOptions({ queryKey: ['views'], queryFn: ({ signal }) => fetchViews(signal) });

/** Bypasses the cache. */
export function fetchViews(signal?: AbortSignal): Promise<ViewList> {
  return call(viewEndpoints.listViews, { ...(signal && { signal }) }) as Promise<ViewList>;
}

export function createView(body: WriteView): Promise<View> {
  return call(viewEndpoints.addView, { body }) as Promise<View>;
}

export function updateView(id: string, body: EditView): Promise<View> {
  return call(viewEndpoints.editView, { params: { id }, body }) as Promise<View>;
}

export function pinView(id: string, pinned: boolean): Promise<View> {
  return call(viewEndpoints.pinView, { params: { id }, body: { pinned } }) as Promise<View>;
}

export async function deleteView(id: string): Promise<void> {
  await call(viewEndpoints.deleteView, { params: { id } });
}

export function cacheView(client: QueryClient, changed: View): void {
  const order = new Intl.Collator('es');
  client.setQueryData(viewListQuery().queryKey, (list) => {
    if (!list) return list;
    const others = list.views.filter(({ id }) => id !== changed.id);
    return { ...list, views: [...others, changed].toSorted((a, b) => order.compare(a.name, b.name)) };
  });
  void client.invalidateQueries({ queryKey: VIEW_COUNTS_KEY });
}

export function removeCachedView(client: QueryClient, id: string): void {
  client.setQueryData(
    viewListQuery().queryKey,
    (list) => list && { ...list, views: list.views.filter((view) => view.id !== id) },
  );
}
