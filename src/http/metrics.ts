import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { type Clock, awaitAtMost } from '#system/clock.ts';
import { PROBES } from './health.ts';
import { isEventStream } from './server.ts';

/** A scrape goes on without figures that take longer to read. */
const READ_TIMEOUT_MS = 2000;
/** Upper bounds of request durations, seconds. */
export const DURATION_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Label of requests that match no route: their paths are what clients choose. */
const NO_ROUTE = 'none';

export type Sample<Label extends string> = readonly [labels: Record<Label, string>, value: number];

/** Reads figures for a scrape; undefined: they could not be read in time. */
export type Read<T> = () => Promise<T | undefined>;

interface FigureOptions<Label extends string> {
  name: string;
  help: string;
  labelNames: readonly Label[];
  read: Read<readonly Sample<Label>[]>;
}

/**
 * The metrics of a process. Label values are from bounded sets and say nothing about people: routes are patterns, and what a
 * client chose is never a label.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #clock: Pick<Clock, 'monotonic' | 'setTimer'>;
  readonly #readings = new Map<string, Read<unknown>>();
  readonly #requests: Histogram<'program' | 'method' | 'route' | 'status'>;

  constructor(clock: Pick<Clock, 'monotonic' | 'setTimer'>) {
    this.#clock = clock;
    this.#requests = new Histogram({
      name: 'vitrina_http_request_duration_seconds',
      help: 'Time until a response was sent, without streams of events and probes.',
      labelNames: ['program', 'method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers: [this.registry],
    });
    this.addGauge({
      name: 'vitrina_reading_success',
      help: 'Whether the figures of a group could be read for this scrape; those of other groups are missing.',
      labelNames: ['reading'],
      read: async () =>
        Promise.all(
          [...this.#readings].map(
            async ([reading, read]) => [{ reading }, (await read()) === undefined ? 0 : 1] as const,
          ),
        ),
    });
  }

  /** Observes the requests of a program. */
  observeRequests(app: FastifyInstance, program: string): void {
    app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
      const { url: route = NO_ROUTE } = routeOptions;
      if (PROBES.has(route) || isEventStream(reply)) return;
      const labels = { program, method, route, status: String(reply.statusCode) };
      this.#requests.observe(labels, reply.elapsedTime / 1000);
    });
  }

  /**
   * Adds a group of figures that are read together, once for all gauges of a scrape. A reading that hangs is not begun again,
   * and what it finally finds is used while it is younger than `maxAgeMs`.
   */
  addReading<T>(name: string, read: () => Promise<T>, maxAgeMs = 0): Read<T> {
    let latest: { value: T; at: number } | undefined;
    let running: Promise<T> | undefined;
    const start = async () => {
      try {
        const value = await read();
        latest = { value, at: this.#clock.monotonic() };
        return value;
      } finally {
        running = undefined;
      }
    };
    const readInTime = async () => {
      if (latest && this.#clock.monotonic() - latest.at < maxAgeMs) return latest.value;
      running ??= start();
      return awaitAtMost(this.#clock, running, READ_TIMEOUT_MS).catch(() => undefined);
    };
    this.#readings.set(name, readInTime);
    return readInTime;
  }

  /** Adds a gauge whose samples are read at each scrape. */
  addGauge<Label extends string>({ read, ...options }: FigureOptions<Label>): void {
    new Gauge<Label>({
      ...options,
      registers: [this.registry],
      async collect() {
        const samples = (await read()) ?? [];
        this.reset();
        // A gauge without labels begins with 0.
        if (options.labelNames.length === 0) this.remove();
        for (const [labels, value] of samples) this.set(labels as never, value);
      },
    });
  }

  /** Adds a counter that something else counts. */
  addCounter<Label extends string>({ read, ...options }: FigureOptions<Label>): void {
    new Counter<Label>({
      ...options,
      registers: [this.registry],
      async collect() {
        const samples = (await read()) ?? [];
        this.reset();
        for (const [labels, value] of samples) this.inc(labels as never, value);
      },
    });
  }
}
