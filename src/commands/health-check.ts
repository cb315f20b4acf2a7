import { readProbePorts } from '#server/configuration.ts';

// HEALTHCHECK of the image: exits with 1 unless every program of the process is ready.

const replies = await Promise.allSettled(
  readProbePorts().map((port) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }),
  ),
);
if (!replies.every((reply) => reply.status === 'fulfilled' && reply.value.ok)) process.exitCode = 1;
