import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PROBES } from './health.ts';

/** decided: a page makes several calls, one after the other, so that people wait for seconds from here on. */
export const MAX_EVENT_LOOP_DELAY_MS = 500;

/** Long enough that a single long task refuses nobody. */
const SAMPLE_MS = 2000;

interface LoadSheddingOptions {
  /** Creates the problem of a refused request, with `Retry-After`. */
  createRefusal: () => Error;
  /** True for requests that are answered in any case; probes are. */
  isExempt?: (request: FastifyRequest) => boolean;
  sampleMs?: number;
}

/** Refuses requests while the event loop is later than `MAX_EVENT_LOOP_DELAY_MS`, on average of the last `sampleMs`. */
export async function registerLoadShedding(
  app: FastifyInstance,
  { createRefusal, isExempt = () => false, sampleMs = SAMPLE_MS }: LoadSheddingOptions,
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: sampleMs,
    async pressureHandler(request) {
      if (!PROBES.has(request.routeOptions.url) && !isExempt(request)) throw createRefusal();
    },
  });
}
