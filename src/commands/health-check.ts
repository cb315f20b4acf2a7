// Ends with 1 unless every program of the process with these settings is ready: the image's HEALTHCHECK.

const { ROLES, UPSTREAM_URL, PORT, SERVICE_PORT, WORKER_PORT } = process.env;
const roles = new Set((ROLES || (UPSTREAM_URL ? 'gateway' : 'gateway,service')).split(/\s*,\s*/));
const ports = [
  ...(roles.has('gateway') ? [PORT || 4000] : []),
  ...(roles.has('service') ? [SERVICE_PORT || 4001] : []),
];

const replies = await Promise.allSettled(
  (ports.length > 0 ? ports : [WORKER_PORT || 4002]).map((port) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }),
  ),
);
if (!replies.every((reply) => reply.status === 'fulfilled' && reply.value.ok)) process.exitCode = 1;
