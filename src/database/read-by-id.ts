/** Yields rows in slices by ascending id. @param readAfter reads the slice after an id; empty: there are no more */
export async function* readById<Row extends { id: string }>(
  readAfter: (id: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await readAfter(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
