/** The refusal that answered an attempt: of those of its message the nearest, since the service's clock may be another. */
export function findRefusal<Refusal extends { at: number; hookId: string | null }>(
  { at, hookId }: { at: number; hookId: string },
  refusals: readonly Refusal[],
): Refusal | undefined {
  return refusals
    .filter((refusal) => refusal.hookId === hookId)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}
