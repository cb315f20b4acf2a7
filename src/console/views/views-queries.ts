import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type EditView, type View, type Views, type WriteView, viewRows } from '#contract/desk/views.ts';
import { call } from '#console/api/call.ts';
import { VIEW_COUNTS_KEY } from '#console/inquiries/inquiries-queries.ts';

type ViewList = z.infer<typeof Views>;

/** The views this person may open, by name: their own and those shared with them. */
export const viewListQuery = () =>
  queryOptions({ queryKey: ['views'], queryFn: ({ signal }) => fetchViews(signal) });

/** As they are now, past what is held. */
export function fetchViews(signal?: AbortSignal): Promise<ViewList> {
  return call(viewRows.listViews, { ...(signal && { signal }) }) as Promise<ViewList>;
}

export function createView(body: WriteView): Promise<View> {
  return call(viewRows.addView, { body }) as Promise<View>;
}

export function updateView(id: string, body: EditView): Promise<View> {
  return call(viewRows.editView, { params: { id }, body }) as Promise<View>;
}

export function pinView(id: string, pinned: boolean): Promise<View> {
  return call(viewRows.pinView, { params: { id }, body: { pinned } }) as Promise<View>;
}

export async function deleteView(id: string): Promise<void> {
  await call(viewRows.deleteView, { params: { id } });
}

/** After a change of one: the answer is the view as it is now. */
export function cacheView(client: QueryClient, changed: View): void {
  const order = new Intl.Collator('es');
  client.setQueryData(viewListQuery().queryKey, (held) => {
    if (!held) return held;
    const others = held.views.filter(({ id }) => id !== changed.id);
    return { ...held, views: [...others, changed].toSorted((a, b) => order.compare(a.name, b.name)) };
  });
  void client.invalidateQueries({ queryKey: VIEW_COUNTS_KEY });
}

/** After deleting one. */
export function removeCachedView(client: QueryClient, id: string): void {
  client.setQueryData(
    viewListQuery().queryKey,
    (held) => held && { ...held, views: held.views.filter((view) => view.id !== id) },
  );
}
