const SID = String.raw`[\w.~-]{20,30}`;
const LAST_SEGMENT = new RegExp(`/(${SID})/?(?:[?#]|$)`);
const INQUIRY_PATH = new RegExp(`/v3/consultas/[^/?#]+/(${SID})(?:[/?#]|$)`, 'i');

/**
 * Finds the `sid` of an inquiry (decisions, Inquiries): the last segment of `_links.self.href`, else of any link
 * shaped `/v3/consultas/{mail}/{sid}[/…]`. `undefined`: it cannot be opened by address nor re-sent.
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

/** In whatever case a link or an address has them. */
export function isSameSid(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toUpperCase() === other?.toUpperCase();
}
