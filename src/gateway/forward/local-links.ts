import { parseExactJson } from './exact-json.ts';

/** Turns a URL of the upstream's origin into a local path; leaves any other unchanged. */
export function toLocalPath(url: string, origin: string): string {
  const path = url.slice(origin.length);
  const isOwn = url.slice(0, origin.length).toLowerCase() === origin;
  // `//` and `/\` would start another host.
  return isOwn && path.startsWith('/') && !/^\/[/\\]/.test(path) ? path : url;
}

/**
 * Turns `href`s of the upstream's origin in a JSON text into local paths. A text without them is returned unchanged.
 * @throws SyntaxError or RangeError when the text is not JSON or nested too deeply
 */
export function rewriteLinks(text: string, origin: string): { text: string; value: unknown } {
  let isChanged = false;
  const value = parseExactJson(text, (key, member) => {
    if (key !== 'href') return member;
    const localPath = toLocalPath(member, origin);
    isChanged ||= localPath !== member;
    return localPath;
  });
  return { text: isChanged ? JSON.stringify(value) : text, value };
}
