import { expect, it } from 'vitest';
import { onEachEngine } from '#testing/engines.ts';
import { OWN, SID } from '#testing/gateway-world.ts';
import { inquiryMessage, openRelayWorld } from '#testing/relay-world.ts';

onEachEngine((engine) => {
  it('a trace has the targets that the message was relayed to, oldest first', async () => {
    await using it = await openRelayWorld(engine);
    const findRelay = async () => {
      const { stations } = (await it.call('GET', `/desk/trace/${OWN}/${SID}`)).json();
      return stations.find(({ name }: { name: string }) => name === 'relay');
    };
    await it.receive(inquiryMessage(SID, 'before'));
    expect(await findRelay()).toBeUndefined();
    const { id } = await it.addTarget({ url: 'https://a.example/' });
    it.pass(1);
    await it.addTarget({ url: 'https://b.example/x?key=1' });
    it.reply.mockImplementation(({ url }) => ({ status: url.includes('b.example') ? 500 : 204 }));
    await it.receive(inquiryMessage(SID));
    expect(await findRelay()).toMatchObject({
      state: 'skipped',
      count: 2,
      copies: [{ outcome: 'waiting' }, { outcome: 'waiting' }],
    });
    await it.drain();
    const at = it.world.clock.now;
    expect(await findRelay()).toMatchObject({
      state: 'broken',
      copies: [
        { target: id, host: 'a.example', outcome: 'delivered', at, code: '204' },
        { host: 'b.example', outcome: 'waiting', at, code: '500' },
      ],
    });
    await it.db.deleteFrom('relay').execute();
    expect(await findRelay()).toMatchObject({
      state: 'broken',
      copies: [{ outcome: 'delivered' }, { outcome: 'given-up' }],
    });
    await it.call('DELETE', `/desk/relay/${id}`);
    expect(await findRelay()).toMatchObject({ count: 1, copies: [{ host: 'b.example' }] });
  });
});
