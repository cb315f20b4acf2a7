import { describe, expect, inject, it, vi } from 'vitest';
import { openGateway } from '#gateway/app.ts';
import { CONSOLE, openWorld, readMails } from '#testing/gateway-world.ts';

const SOON = { timeout: 10_000, interval: 100 };

describe.skipIf(inject('databases').postgresUrl === null)('a process with the role gateway alone', () => {
  it('leaves mails to a worker, which answers no requests', async () => {
    await using world = await openWorld({ engine: 'postgres', worker: false });
    const cookie = await world.signIn('partner');
    const invited = await world.call('/desk/people', {
      method: 'POST',
      headers: { ...CONSOLE, cookie },
      payload: { mail: 'nueva@x.example', name: 'Nueva', role: 'support', agencies: [] },
    });
    expect(invited.statusCode).toBe(201);
    const people = await world.call('/desk/people', { headers: { cookie } });
    expect(people.json()).toMatchObject({ mails: 'sent' });
    const worker = await openGateway({ ...world.config, demo: false }, { web: false });
    try {
      await vi.waitFor(() => readMails(world, 1), SOON);
      expect((await worker.app.inject('/desk/me')).statusCode).toBe(404);
    } finally {
      await worker.close();
    }
  });
});
