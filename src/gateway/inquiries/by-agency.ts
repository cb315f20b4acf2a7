/** Calls `load` once for each agency of some rows, with the sids of its rows. @returns the results by agency key */
export async function byAgency<T>(
  rows: readonly { agency_key: string; sid: string }[],
  load: (agency: string, sids: string[]) => Promise<T>,
): Promise<Map<string, T>> {
  const agencies = Map.groupBy(rows, ({ agency_key }) => agency_key);
  const loaded = [...agencies].map(
    async ([agency, inquiries]) =>
      [
        agency,
        await load(
          agency,
          inquiries.map(({ sid }) => sid),
        ),
      ] as const,
  );
  return new Map(await Promise.all(loaded));
}
