import { expect, it } from 'vitest';
import { FollowUpMessage } from '#contract/follow-up/follow-up-message.ts';
import { signNotification } from '#signing/webhook.ts';
import { listCodeBlocks, readmes } from '#testing/readmes.ts';

const guide = readmes.find(({ path }) => path === 'src/gateway/relay/README.md');
const [check = '', message = ''] = (guide ? listCodeBlocks(guide) : []).map(({ code }) => code);

it.each(['un-secreto-de-copias', `whsec_${Buffer.alloc(32, 5).toString('base64')}`])(
  'the check of the guide accepts what is signed with %s, and nothing else',
  async (secret) => {
    const { isFromVitrina } = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(check)}`
    )) as { isFromVitrina: (...values: unknown[]) => boolean };
    const [at, body] = [Date.parse('2026-03-05T14:30:00Z'), '{"type":"ñ"}'];
    const headers = signNotification({ id: 'a', topic: 't', body, at }, secret);
    expect(isFromVitrina(headers, body, secret, at)).toBe(true);
    expect(isFromVitrina(headers, `${body} `, secret, at)).toBe(false);
    expect(isFromVitrina(headers, body, 'otro-secreto-de-copias', at)).toBe(false);
    expect(isFromVitrina(headers, body, secret, at + 300_000)).toBe(false);
  },
);

it('the message of the guide is one', () => {
  const parsed = JSON.parse(message) as unknown;
  expect(FollowUpMessage.parse(parsed)).toEqual(parsed);
});
