/** What a body says; undefined where it is not JSON: the service judges it. */
export function readJsonBody(body: Buffer | undefined): unknown {
  try {
    return body && (JSON.parse(body.toString('utf8')) as unknown);
  } catch {
    return undefined;
  }
}
