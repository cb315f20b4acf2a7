/** Parses a body; undefined where it is empty or not JSON. */
export function parseJsonBody(body: Buffer | string | null | undefined): unknown {
  try {
    return body ? (JSON.parse(String(body)) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
