/** A piece of a program that runs from `start` to `stop`. */
export interface Part {
  start?(): unknown;
  /** Is also called where `start` was not called, or failed. */
  stop?(): unknown;
}

/** Starts parts one after the other; `stack` stops them in the opposite order, also the one whose start failed. */
export async function startParts(stack: AsyncDisposableStack, parts: readonly (Part | false)[]) {
  for (const part of parts) {
    if (!part) continue;
    stack.defer(async () => void (await part.stop?.()));
    await part.start?.();
  }
}
