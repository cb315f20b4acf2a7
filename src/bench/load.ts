import autocannon from 'autocannon';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desk } from '#contract/desk/desk.ts';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { loadTestAgencyMail } from '#service/demo/load-test-data.ts';
import { freePort, spawnServer, startVitrina } from '#testing/server-process.ts';
import { parseNumberOptions, percentile, randomBelow } from './number-options.ts';
import { fillService } from './service-process.ts';
import { signIn, signInNewPartners } from './sign-in.ts';
import { type Call, sendSteadily } from './steady-load.ts';

// Load test of the gateway, with the service in its own process and sessions of the three roles: a steady load, then
// an overload by more connections than the limits allow.

const RATE_PER_SECOND = 50;
const P95_LIMIT_MS = 150;
const OVERLOAD_CONNECTIONS = 256;
const EXPECTED_STATUSES = new Set(['200', '429', '503']);
const RECOVERY_LIMIT_MS = 5000;
/** Further partners: a person may use a fifth of the app's rate limit. */
const PARTNERS = 9;

const loadOptions = parseNumberOptions({ inquiries: 100_000, agencies: 200, seconds: 300, crowd: 30 });

await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrina-bench-'));
const servicePort = String(await freePort());
const loadEnvironment = { DATA_DIR: folder.path, SERVICE_PORT: servicePort, DEMO: '1' };
await fillService(loadEnvironment, loadOptions);
await using _service = await spawnServer('service.ts', loadEnvironment);
await using vitrina = await startVitrina({
  ...loadEnvironment,
  UPSTREAM_URL: `http://localhost:${servicePort}`,
});
const callers = await signInNewPartners(vitrina.url, loadEnvironment, PARTNERS);
for (const person of Object.values(vitrina.people)) callers.push(await signIn(vitrina.url, person));

await measureSteadyLoad();
await measureOverload();

/** A call by a random session: 70 % lists, 20 % agencies, 10 % catalogs. */
function randomCall(): Call {
  const { headers, session } = callers[randomBelow(callers.length)] ?? { headers: {}, session: null };
  const agencies = session?.agencies;
  const adminMail =
    agencies?.[randomBelow(agencies.length)] ?? loadTestAgencyMail(1 + randomBelow(loadOptions.agencies));
  const kind = randomBelow(10);
  if (kind < 7)
    return { headers, path: addressOf(v3.listInquiries, { adminMail }, { pagina: 1 + randomBelow(3) }) };
  if (kind < 9) return { headers, path: addressOf(v3.viewAgency, { adminMail }) };
  return { headers, path: addressOf(v3.listMakes, {}, { q: 'fi' }) };
}

async function measureSteadyLoad(): Promise<void> {
  const { times, failures } = await sendSteadily({
    url: vitrina.url,
    seconds: loadOptions.seconds,
    perSecond: RATE_PER_SECOND,
    connections: OVERLOAD_CONNECTIONS,
    call: randomCall,
  });
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share)));
  console.log(
    `${RATE_PER_SECOND} a second for ${loadOptions.seconds} s: ${times.length} answered, ${failures.length} not with 200, ` +
      `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`,
  );
  if (failures.length > 0) console.error('Not 200:', new Set(failures));
  if (failures.length > 0 || p95 > P95_LIMIT_MS) process.exitCode = 1;
}

/** Overload by 256 connections, then the time until latency is normal again. */
async function measureOverload(): Promise<void> {
  const { statusCodeStats = {}, errors } = await autocannon({
    url: vitrina.url,
    connections: OVERLOAD_CONNECTIONS,
    duration: loadOptions.crowd,
    requests: [{ setupRequest: (request) => ({ ...request, ...randomCall() }) }],
  });
  const recoveryMs = await measureRecovery();
  const counts = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  console.log(
    `${OVERLOAD_CONNECTIONS} connections for ${loadOptions.crowd} s: ${counts.join(', ')}, ${errors} without an answer; ` +
      `back to normal after ${recoveryMs} ms`,
  );
  const unexpected = Object.keys(statusCodeStats).filter((status) => !EXPECTED_STATUSES.has(status));
  if (unexpected.length + errors > 0 || recoveryMs > RECOVERY_LIMIT_MS) process.exitCode = 1;
}

async function measureRecovery(): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const sentAt = performance.now();
    const response = await fetch(vitrina.url + addressOf(desk.viewMe), {
      headers: callers[0]?.headers ?? {},
    });
    await response.arrayBuffer();
    const now = performance.now();
    if (response.ok && now - sentAt <= P95_LIMIT_MS) return Math.round(now - startedAt);
  }
}
