import { describe, expect, it } from 'vitest';
import { openWorld, signIn } from '#testing/gateway-world.ts';
import { runGatewayCommand } from '#testing/run-gateway-command.ts';

describe('commands about people', () => {
  it.runIf(process.env.TEST_FULL)('list, reset, disable and enable beside a running gateway', async () => {
    await using world = await openWorld();
    const mail = world.mail('seller');
    const run = (command: string, ...args: string[]) => runGatewayCommand(world, command, args);
    expect((await run('person-list.ts')).output).toMatch(
      /^active {2}partner {2}.*\nactive {2}support {2}.*\nactive {2}seller {2}.*last seen: never {2}ventas@ruta9/,
    );
    const { output } = await run('person-reset.ts', '--mail', mail, '--second-factor');
    const password = /^[\w-]{20,}$/m.exec(output)?.[0] ?? '';
    expect((await signIn(world.call, { mail, password })).statusCode).toBe(200);
    expect((await run('person-disable.ts', '--mail', mail)).output).toMatch(/cannot sign in any more/);
    expect((await run('person-reset.ts', '--mail', mail)).output).toMatch(/is disabled/);
    expect((await run('person-enable.ts', '--mail', mail)).output).toMatch(/can sign in again/);
    expect(await run('person-enable.ts')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/--mail: give/),
    });
  });
});
