/**
 * Edit distance of two short texts: insertions, deletions, substitutions and transpositions (optimal string alignment).
 * @returns `limit + 1` if it is greater than `limit`
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let rowMinimum = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previousRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (rowBeforePrevious[j - 2] ?? 0) + 1);
      row.push(cost);
      rowMinimum = Math.min(rowMinimum, cost);
    }
    // A transposition comes from the row before, and costs no less than what comes from this one.
    if (rowMinimum > limit) return limit + 1;
    rowBeforePrevious = previousRow;
    previousRow = row;
  }
  return Math.min(previousRow[b.length] ?? 0, limit + 1);
}
