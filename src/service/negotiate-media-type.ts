/**
 * Chooses the media type of the reply from those offered; undefined if none is acceptable. The most specific matching
 * range gives a type's q. Equal q: the first offered wins (decisions, Representation); libraries prefer the client's order.
 */
export function negotiateMediaType(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  const ranges = parseRanges(accept?.trim() || '*/*');
  const candidates = offered.map((type) => ({ type, q: computeQuality(type, ranges) }));
  const best = Math.max(...candidates.map(({ q }) => q));
  return best > 0 ? candidates.find(({ q }) => q === best)?.type : undefined;
}

interface Range {
  type: string;
  q: number;
}

function parseRanges(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const q = weight === undefined ? 1 : Number(weight);
    return { type, q: q >= 0 && q <= 1 ? q : 0 };
  });
}

function computeQuality(type: string, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const matching = ranges.filter((range) => range.type === pattern);
    if (matching.length > 0) return Math.max(...matching.map(({ q }) => q));
  }
  return 0;
}
