import { createHttpTransport } from '#gateway/forward/transport.ts';
import { Upstream, type UpstreamConfig, type UpstreamTimeouts } from '#gateway/forward/upstream.ts';
import { createNameLookup } from '#http/name-resolver.ts';
import { systemRandom } from '#system/random.ts';
import { createTestClock } from './clocks.ts';

/** A client of the service whose time a test sets. */
export function createTestUpstream(
  config: UpstreamConfig,
  now: () => number,
  timeouts?: Partial<UpstreamTimeouts>,
): Upstream {
  const transport = createHttpTransport(config.upstreamUrl, createNameLookup());
  return new Upstream(config, { clock: createTestClock(now), random: systemRandom, transport }, timeouts);
}
