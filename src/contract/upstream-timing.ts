/** A call of the service on behalf of a request. */
export interface UpstreamTiming {
  method: string;
  /** With its query. */
  path: string;
  /** 0: there was no reply. */
  status: number;
  /** Duration with its retries. */
  ms: number;
  attempts: number;
  /** Representation of the reply; null: it had no body. */
  form: 'full' | 'ref' | null;
}

export interface UpstreamTimings {
  count: number;
  /** Duration of all calls together. */
  ms: number;
  /** The first of them. */
  calls: UpstreamTiming[];
}

/** Proxies refuse replies with large headers, so that only the first calls are listed, and long paths are cut. */
export const MAX_LISTED_CALLS = 10;
const MAX_PATH_LENGTH = 200;

/** Formats the metric of a `Server-Timing` header for all calls together. */
export function formatUpstreamTotal(count: number, ms: number): string {
  return `service;dur=${Math.round(ms)};desc="${count}"`;
}

/** Formats the metric of a `Server-Timing` header for one call. */
export function formatUpstreamTiming({ method, path, status, ms, attempts, form }: UpstreamTiming): string {
  const shown = path.slice(0, MAX_PATH_LENGTH).replaceAll(/[^!-~]/g, '?');
  const description = `${method} ${status} ${attempts} ${form ?? '-'} ${shown}`;
  return `upstream;dur=${Math.round(ms)};desc="${description.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

const METRIC = /(service|upstream);dur=(\d+);desc="((?:[^"\\]|\\.)*)"/g;
const CALL = /^(\S+) (\d+) (\d+) (full|ref|-) (\S*)$/;

/** Parses a `Server-Timing` header; undefined: it says nothing about calls of the service. */
export function parseUpstreamTimings(header: string): UpstreamTimings | undefined {
  let timings: UpstreamTimings | undefined;
  for (const [, name, duration, quoted = ''] of header.matchAll(METRIC)) {
    const ms = Number(duration);
    const description = quoted.replaceAll(/\\(.)/g, '$1');
    if (name === 'service') timings ??= { count: Number(description) || 0, ms, calls: [] };
    const [, method, status, attempts, form, path] = CALL.exec(name === 'upstream' ? description : '') ?? [];
    if (method === undefined || path === undefined) continue;
    timings?.calls.push({
      method,
      path,
      status: Number(status),
      ms,
      attempts: Number(attempts),
      form: form === 'full' || form === 'ref' ? form : null,
    });
  }
  return timings;
}
