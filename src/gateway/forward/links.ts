/** An address of the upstream's own origin as a path of ours; any other stays as it is. */
export function localAddress(address: string, origin: string): string {
  const path = address.slice(origin.length);
  const own = address.slice(0, origin.length).toLowerCase() === origin;
  // Two slashes would name another host.
  return own && path.startsWith('/') && !/^\/[/\\]/.test(path) ? path : address;
}

/**
 * Turns the `href`s of the upstream's own origin in a JSON text into paths; a text without any is left untouched.
 * @throws SyntaxError or RangeError when the text is not JSON or too deep
 */
export function localLinks(text: string, origin: string): string {
  let changed = false;
  const value: unknown = JSON.parse(text, (key, member: unknown) => {
    if (key !== 'href' || typeof member !== 'string') return member;
    const local = localAddress(member, origin);
    changed ||= local !== member;
    return local;
  });
  return changed ? JSON.stringify(value) : text;
}
