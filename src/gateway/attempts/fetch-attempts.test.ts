import { expect, it } from 'vitest';
import type { UpstreamReply } from '#gateway/forward/upstream.ts';
import { createProblem } from '#gateway/problems.ts';
import { fetchAttempts, requestAttempts } from './fetch-attempts.ts';

const EMPTY = { attempts: [], more: false, hours: null };

/** An upstream whose every reply is the given one, and which notes what it was asked. */
function createUpstream(reply: Partial<UpstreamReply> | Error) {
  const paths: string[] = [];
  return {
    paths,
    call({ path }: { path: string }) {
      paths.push(path);
      if (reply instanceof Error) return Promise.reject(reply);
      return Promise.resolve({ status: 200, body: undefined, ...reply } as UpstreamReply);
    },
  };
}

it('a page is fetched by the parameters of the query', async () => {
  const upstream = createUpstream({ body: JSON.stringify(EMPTY) });
  expect(await fetchAttempts(upstream, { topic: 'a b', since: 5, hoursSince: 0 })).toEqual(EMPTY);
  expect(upstream.paths).toEqual(['/attempts?topic=a+b&since=5&hoursSince=0']);
});

it.each([
  ['a service without the list', { status: 404 }],
  ['a refused query', { status: 400, body: '{}' }],
  ['another reply', { body: '{"attempts":1}' }],
  ['text that is not JSON', { body: '<html>' }],
  ['a service that is not reached', createProblem('upstream-unreachable')],
])('nothing is fetched from %s', async (_, reply) => {
  expect(await fetchAttempts(createUpstream(reply), {})).toBeUndefined();
});

it('the page of the attempts fails where the service is not reached, and says that another has no list', async () => {
  const unreachable = createProblem('upstream-unreachable');
  await expect(requestAttempts(createUpstream(unreachable), {})).rejects.toBe(unreachable);
  expect(await requestAttempts(createUpstream(createProblem('upstream-broken')), {})).toBeUndefined();
  expect(await requestAttempts(createUpstream({ status: 404 }), {})).toBeUndefined();
});
