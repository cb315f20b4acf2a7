/** Parses a body; undefined where it is not JSON, which the service refuses itself. */
export function parseJsonBody(body: Buffer | undefined): unknown {
  try {
    return body && (JSON.parse(body.toString('utf8')) as unknown);
  } catch {
    return undefined;
  }
}
