import { expect, it } from 'vitest';
import { callWith, outcomeOf, personalToken } from '#testing/api-tokens.ts';
import { indexInquiry, inquiryReply } from '#testing/follow-up-world.ts';
import { OWN, SID, openWorld } from '#testing/gateway-world.ts';
import { getReadme, listCodeBlocks } from '#testing/readmes.ts';

it('the commands of the guide succeed', async () => {
  await using world = await openWorld({ answer: inquiryReply() });
  await indexInquiry(world, SID);
  const { secret } = await personalToken(world, 'seller');
  const commands = listCodeBlocks(getReadme('src/gateway/api-tokens/README.md'))
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('curl '));
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    const text = command.replace('$AGENCY', OWN).replace('$SID', SID);
    const headers = Object.fromEntries(
      [...text.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(headers.Authorization).toBe('Bearer $TOKEN');
    const [, payload] = /--data '([^']+)'/.exec(text) ?? [];
    const [, url = ''] = /"\$VITRINA([^"]+)"$/.exec(text) ?? [];
    const answer = await callWith(world, secret, url, {
      method: payload ? 'POST' : 'GET',
      headers,
      ...(payload && { payload }),
    });
    expect([command, ...outcomeOf(answer)]).toEqual([command, 200, '']);
  }
});
