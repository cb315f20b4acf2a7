import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Balance } from '#contract/desk/balance.ts';
import type { WebhookHistory } from '#contract/desk/webhooks.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import { dayAt } from '#contract/window.ts';
import { NOTHING_MISSED } from '#testing/balances.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openTraceWorld } from '#testing/trace-world.ts';
import { fetchTopicPeriods } from './topic-periods.ts';

onEachEngine((engine) => {
  it('notices what others changed', async () => {
    await using world = await openTraceWorld(engine);
    const { db, receiverUrl, gateway } = world;
    const since = gateway.clock.now;
    const step = async (change?: () => Promise<void>) => {
      world.pass(MINUTE_MS);
      await change?.();
      await world.readTopic();
    };
    await step();
    await step(() => world.configureElsewhere({ Activo: false }));
    await step();
    await step(() => world.configureElsewhere({ Callback: 'https://otra.example/hooks' }));
    await step(() => world.configure());
    await step();
    world.pass(MINUTE_MS);
    const periods = await fetchTopicPeriods(db, INQUIRY_TOPIC, {
      receiverUrl,
      since,
      until: gateway.clock.now,
    });
    const at = (minutes: number) => since + minutes * MINUTE_MS;
    expect(periods).toEqual([
      { from: at(0), to: at(2), state: 'here' },
      { from: at(2), to: at(4), state: 'off' },
      { from: at(4), to: at(5), state: 'elsewhere' },
      { from: at(5), to: at(7), state: 'here' },
    ]);
    const stored = await db.selectFrom('topic_reading').select('state').orderBy('id').execute();
    expect(stored.map(({ state }) => state)).toEqual(['off', 'elsewhere']);
    const events = await db.selectFrom('live_event').select('kind').where('kind', '=', 'webhook').execute();
    expect(events.length).toBeGreaterThanOrEqual(2);
    const reply = await gateway.call(`/desk/webhooks/${INQUIRY_TOPIC}/history`, world);
    const { changes, noticed } = reply.json<WebhookHistory>();
    expect(noticed).toMatchObject([
      { at: at(4), state: 'elsewhere' },
      { at: at(2), state: 'off' },
    ]);
    expect(changes).toHaveLength(2);
  });

  it('the first reading of a topic that was never changed here is no change', async () => {
    await using world = await openTraceWorld(engine);
    const { db, gateway } = world;
    await db.deleteFrom('webhook_change').execute();
    const readHistory = async () =>
      (await gateway.call(`/desk/webhooks/${INQUIRY_TOPIC}/history`, world)).json<WebhookHistory>();
    await world.readTopic();
    expect(await readHistory()).toEqual({ changes: [], noticed: [] });
    world.pass(MINUTE_MS);
    await world.configureElsewhere({ Activo: false });
    await world.readTopic();
    expect((await readHistory()).noticed).toMatchObject([{ at: gateway.clock.now, state: 'off' }]);
  });
});

it('an inquiry without a message has its cause, although the service itself suspended the topic', async () => {
  await using world = await openTraceWorld();
  await world.configureElsewhere({ Activo: false });
  await world.readTopic();
  world.pass(MINUTE_MS);
  await world.receive();
  await world.deliver();
  world.pass(3 * MINUTE_MS);
  await world.sweep();
  const day = dayAt(world.gateway.clock.now, world.gateway.config.timeZone);
  const reply = await world.gateway.call(`/desk/balance?from=${day}&to=${day}`, world);
  expect(reply.json<Balance>().days).toMatchObject([{ day, missed: { ...NOTHING_MISSED, off: 1 } }]);
});
