import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Longest search of an address that a view can stand for. */
export const LONGEST_SEARCH = 1000;

const viewText = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** The search of the inbox's address that the view stands for, `?…` as the browser writes it; empty: none. */
  search: z.string().check(z.maxLength(LONGEST_SEARCH), z.refine(isSearch, 'no search of an address')),
  /** Whether colleagues have it too: those of the same agencies, and everybody those of a partner admin. */
  shared: z.boolean(),
};

export const ViewParams = z.object({ id: z.uuid() });

/** `id` is made by the browser: the same one again makes no other. */
export const WriteView = z.strictObject({ id: z.uuid(), ...viewText });
export type WriteView = z.infer<typeof WriteView>;
/** `version` as read: a change made meanwhile is 409 `changed-meanwhile`; the same change again is none. */
export const EditView = z.strictObject({ ...viewText, version: z.int() });
export type EditView = z.infer<typeof EditView>;
/** Of a view that the person has, their own or shared; each pins for themselves. */
export const PinView = z.strictObject({ pinned: z.boolean() });

/** A filter of inquiries with a name. Only who made it, and partner admins shared ones, change it. */
export const View = z.object({
  id: z.string(),
  ...viewText,
  pinned: z.boolean(),
  by: z.object({ id: z.string(), name: z.string() }),
  mayEdit: z.boolean(),
  version: z.number(),
});
export type View = z.infer<typeof View>;
/** By name. */
export const Views = z.object({ views: z.array(View) });

function isSearch(text: string): boolean {
  if (!/^(?:\?[!"$-~]*)?$/.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

export const viewRows = {
  listViews: endpoint({
    method: 'GET',
    path: '/desk/views',
    reply: Views,
    success: 200,
    errors: [401, 403],
  }),
  /** 403 also for support, who share nothing. 409 `changed-meanwhile`: the id is that of another. */
  addView: endpoint({
    method: 'POST',
    path: '/desk/views',
    body: WriteView,
    reply: View,
    success: 201,
    errors: [400, 401, 403, 409],
  }),
  editView: endpoint({
    method: 'PUT',
    path: '/desk/views/{id}',
    params: ViewParams,
    body: EditView,
    reply: View,
    success: 200,
    errors: [400, 401, 403, 404, 409],
  }),
  pinView: endpoint({
    method: 'PUT',
    path: '/desk/views/{id}/pin',
    params: ViewParams,
    body: PinView,
    reply: View,
    success: 200,
    errors: [400, 401, 403, 404],
  }),
  deleteView: endpoint({
    method: 'DELETE',
    path: '/desk/views/{id}',
    params: ViewParams,
    success: 204,
    errors: [401, 403, 404],
  }),
} as const;
