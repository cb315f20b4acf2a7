import { describe, expect, it } from 'vitest';
import { type DeskName, desk } from '#contract/desk/desk.ts';
import { OPENAPI_PATH } from '#contract/desk/openapi.ts';
import { findScope } from '#contract/desk/token-scopes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { GATEWAY_CODES } from '#contract/problem.ts';
import { createProblem, getProblem, isRetryable } from '#gateway/problems.ts';
import { callWith, installationToken } from '#testing/api-tokens.ts';
import { inquiryReply } from '#testing/follow-up-world.ts';
import { OWN, SID, openWorld } from '#testing/gateway-world.ts';
import { createReplyValidator } from '#testing/openapi-validator.ts';
import { createDeskDocument } from './document.ts';
import { SUMMARIES } from './summaries.ts';

interface Operation {
  operationId: string;
  description: string;
  security: Record<string, string[]>[];
  'x-scope'?: string;
  responses: Record<string, { description: string; headers?: object; content?: object }>;
}

const document = createDeskDocument('http://localhost:4000') as {
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object };
};
const rows = Object.entries(desk) as [DeskName, Endpoint][];
const operationOf = (row: Endpoint) => document.paths[row.path]?.[row.method.toLowerCase()];

it.each(rows)(
  'the document describes %s with its statuses, and its scope or that it has none',
  (name, row) => {
    const operation = operationOf(row);
    expect(operation?.operationId).toBe(name);
    expect(SUMMARIES).toHaveProperty(name);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual(
      expect.arrayContaining([row.success, ...row.errors, 401, 403, 429, 500, 502, 503, 504].map(String)),
    );
    const scope = findScope(name);
    expect(operation?.['x-scope']).toBe(scope);
    expect(operation?.description).toContain(scope ?? 'No es para tokens');
    expect(operation?.security.some(({ token }) => token !== undefined)).toBe(scope !== undefined);
  },
);

it('the document describes nothing else, and every reference resolves', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(operations).toHaveLength(rows.length);
  const used = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(new Set(used)).toEqual(new Set(Object.keys(document.components.schemas)));
});

describe('codes', () => {
  it.each(GATEWAY_CODES)('%s is in the table, and at some endpoint with its status', (code) => {
    const { status } = getProblem(code);
    expect(document.info.description).toContain(`| \`${code}\` | ${status} |`);
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const isListed = ({ responses }: Operation) => responses[status]?.description.includes(`\`${code}\``);
    // These are said of addresses and methods that no endpoint has.
    if (code === 'method-not-allowed') return;
    expect(operations.some(isListed)).toBe(true);
  });

  it.each(GATEWAY_CODES)('%s is in the body, and says when to try again if that helps', (code) => {
    const { problem, headers } = createProblem(code);
    expect(problem.Extensions.Code).toBe(code);
    const { 'retry-after': seconds } = headers;
    expect(problem.Extensions.RetryAfter).toBe(seconds && Number(seconds));
    expect(seconds !== undefined).toBe(isRetryable(code));
    expect(isRetryable(code) || ![429, 503, 504].includes(problem.Status)).toBe(true);
  });

  it('a wait that the error knows replaces the usual one', () => {
    const { problem, headers } = createProblem('busy', { headers: { 'retry-after': '7' } });
    expect([problem.Extensions, headers]).toEqual([{ Code: 'busy', RetryAfter: 7 }, { 'retry-after': '7' }]);
  });
});

it('is served to everybody, and replies to tokens are as it says', async () => {
  await using world = await openWorld({ answer: inquiryReply() });
  const served = await world.call(OPENAPI_PATH);
  expect([served.statusCode, served.json()]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  const validateReply = createReplyValidator(document);
  const { secret } = await installationToken(world);
  const seller = await installationToken(world, {
    role: 'seller',
    agencies: [OWN],
    scopes: ['overview:read'],
  });
  for (const token of [secret, seller.secret, 'vit_x'])
    for (const [name, row] of rows) {
      if (name === 'streamEvents') continue;
      world.clock.now += 1000;
      const url = row.path
        .replace('{adminMail}', OWN)
        .replace('{sid}', SID)
        .replace(/\{\w+\}/g, '1');
      const { method } = row;
      const answer = await callWith(world, token, url, { method, ...(row.body && { payload: {} }) });
      validateReply(method, url, answer);
    }
});
