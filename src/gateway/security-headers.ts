import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { lookUp } from '#contract/look-up.ts';
import { PROBLEM_TYPE, type Problem } from '#contract/problem.ts';
import { buildCommonHeaders } from '#http/security-headers.ts';
import {
  type ContentSecurityPolicy,
  REPORTS_GROUP,
  REPORTS_PATH,
  formatPolicy,
} from './console/content-security-policy.ts';
import { createProblem } from './problems.ts';

export type SecurityHeaders = Readonly<Record<string, string>>;

/** Headers of every reply; the page overrides the policy with one that has a nonce. */
export function buildSecurityHeaders({
  policy,
  https,
}: {
  policy: ContentSecurityPolicy;
  https: boolean;
}): SecurityHeaders {
  return {
    'content-security-policy': formatPolicy(policy),
    ...buildCommonHeaders({ https }),
    ...(https && { 'reporting-endpoints': `${REPORTS_GROUP}="${REPORTS_PATH}"` }),
  };
}

export function setSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (_, reply) => {
    void reply.headers(headers);
  });
}

interface ClientError extends Error {
  code?: string;
}

/** Replies to invalid HTTP, which reaches neither routes nor hooks. */
export function createClientErrorHandler(headers: SecurityHeaders) {
  return (error: ClientError, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) socket.write(buildErrorResponse(error, headers));
    socket.destroy();
  };
}

function buildErrorResponse({ code }: ClientError, headers: SecurityHeaders): string {
  const { Errors: _, ...problem } = createProblem('invalid-request').problem;
  const [status, phrase] = (code && lookUp(CLIENT_ERROR_STATUSES, code)) || [400, 'Bad Request'];
  const body = JSON.stringify({ ...problem, Status: status, Instance: '' } satisfies Problem);
  const lines = Object.entries({
    ...headers,
    'cache-control': 'private, no-store',
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${phrase}\r\n${lines.join('')}\r\n${body}`;
}

const CLIENT_ERROR_STATUSES: { [code in string]?: [number, string] } = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};
