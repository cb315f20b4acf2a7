const SID = String.raw`[\w.~-]{20,30}`;
const LAST_SEGMENT = new RegExp(`/(${SID})/?(?:[?#]|$)`);
const INQUIRY_PATH = new RegExp(`/v3/consultas/[^/?#]+/(${SID})(?:[/?#]|$)`, 'i');

/**
 * Finds the `sid` of an inquiry in its links (decisions, Inquiries): the last segment of `_links.self.href`, else of a link
 * like `/v3/consultas/{mail}/{sid}[/…]`. Undefined: the inquiry can neither be opened by URL nor resent.
 */
export function sidOf({
  _links,
}: {
  _links?: Record<string, { href: string }> | null | undefined;
}): string | undefined {
  const links = _links ?? {};
  return (
    LAST_SEGMENT.exec(links.self?.href ?? '')?.[1] ??
    Object.values(links)
      .map(({ href }) => INQUIRY_PATH.exec(href)?.[1])
      .find(Boolean)
  );
}

/** Compares sids without case. */
export function isSameSid(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a.toUpperCase() === b?.toUpperCase();
}
