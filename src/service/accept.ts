/**
 * The media type to answer with, among those offered in order; undefined when none is acceptable. The most specific
 * range that matches a type gives its q; equal ones go to the first offered (decisions, Representation), which is
 * why no library that prefers the client's order is used.
 */
export function preferredType(accept: string | undefined, offered: readonly string[]): string | undefined {
  const ranges = rangesOf(accept?.trim() || '*/*');
  const rated = offered.map((type) => ({ type, q: qualityOf(type, ranges) }));
  const best = Math.max(...rated.map(({ q }) => q));
  return best > 0 ? rated.find(({ q }) => q === best)?.type : undefined;
}

interface Range {
  type: string;
  q: number;
}

function rangesOf(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const q = weight === undefined ? 1 : Number(weight);
    return { type, q: q >= 0 && q <= 1 ? q : 0 };
  });
}

function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const form of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const matching = ranges.filter((range) => range.type === form);
    if (matching.length > 0) return Math.max(...matching.map(({ q }) => q));
  }
  return 0;
}
