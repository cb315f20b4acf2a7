import { readProbePorts } from '#server/configuration.ts';

// Ends with 1 unless every program of the process with these settings is ready: the image's HEALTHCHECK.

const replies = await Promise.allSettled(
  readProbePorts().map((port) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4000) }),
  ),
);
if (!replies.every((reply) => reply.status === 'fulfilled' && reply.value.ok)) process.exitCode = 1;
