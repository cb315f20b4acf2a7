import { expect, it } from 'vitest';
import { CONSOLE, OWN, SID, onEachEngine, openWorld } from './world-for-tests.ts';

const ID = '3f8b1f5c-6a0e-4c7e-9a4e-0d7c3b0f1a2b';

onEachEngine((engine) => {
  it('a NUL, which no text may hold, is refused and never a failure', async () => {
    await using world = await openWorld({ engine });
    const cookie = await world.signIn('partner');
    const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const headers = { ...CONSOLE, cookie };
      const answer = await world.call(url, { method, headers, ...(payload && { payload }) });
      return [answer.statusCode, answer.json().Errors];
    };
    for (const [url, member] of [
      ['/desk/audit?person=a%00', 'person'],
      ['/desk/audit?agency=%00', 'agency'],
      ['/desk/audit?action=%00', 'action'],
      ['/desk/audit?before=%00', 'before'],
      ['/desk/audit/export?person=%00', 'person'],
      ['/desk/deliveries?agency=%00', 'agency'],
      ['/desk/deliveries?topic=%00', 'topic'],
      ['/desk/deliveries?id=%00', 'id'],
      [`/desk/agencies/${OWN}/colleagues?operador=%00`, 'operador'],
    ])
      expect(await ask('GET', url ?? '')).toEqual([400, { [member ?? '']: ['invalid'] }]);

    const template = { name: 'x', subject: '', text: 'x\0y', shared: false };
    expect(await ask('POST', '/desk/templates', { id: ID, ...template })).toEqual([
      400,
      { text: ['invalid'] },
    ]);
    const change = { kind: 'note', text: 'a\0b', contact: false };
    const changes = `/desk/follow-up/${OWN}/${SID}/changes`;
    expect(await ask('POST', changes, { id: ID, version: 0, change })).toEqual([
      400,
      { 'change.text': ['invalid'] },
    ]);
    for (const [method, url] of [
      ['GET', '/desk/deliveries/%00'],
      ['GET', '/desk/webhooks/%00/history'],
      ['GET', '/desk/invitations/%00'],
      ['POST', '/desk/invitations/%00/check'],
      ['GET', '/desk/people/%00'],
      ['GET', '/desk/agencies/%00/people'],
      ['DELETE', '/desk/templates/%00'],
    ] as const)
      expect(await ask(method, url)).toEqual([404, undefined]);
  });
});
