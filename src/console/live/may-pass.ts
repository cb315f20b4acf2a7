import { Failure } from '#console/api/failure.ts';

/** Whether the same may be answered later; a refusal is asked for again when the page comes back, or by a person. */
export function mayPass(error: unknown): boolean {
  return !(error instanceof Failure) || error.status < 400 || error.status >= 500 || error.status === 429;
}
