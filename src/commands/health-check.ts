// Ends with 1 unless every program of the process with these settings is ready: the image's HEALTHCHECK.

const { env } = process;
const PORTS: [role: string, port: string | undefined, fallback: number][] = [
  ['gateway', env.PORT, 4000],
  ['service', env.SERVICE_PORT, 4001],
  ['worker', env.WORKER_PORT, 4002],
];
const roles = (env.ROLES || (env.UPSTREAM_URL ? 'gateway' : 'gateway,service')).split(',').map((role) => role.trim());

const isReady = await Promise.all(
  PORTS.filter(([role]) => roles.includes(role)).map(async ([, port, fallback]) => {
    const url = `http://127.0.0.1:${port || fallback}/readyz`;
    const reply = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => undefined);
    return reply?.ok ?? false;
  }),
);
if (!isReady.every(Boolean)) process.exitCode = 1;
