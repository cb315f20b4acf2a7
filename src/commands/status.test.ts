import { expect, it } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { openWorld } from '#testing/gateway-world.ts';
import { runGatewayCommand } from '#testing/run-gateway-command.ts';

it.runIf(process.env.TEST_FULL)(
  'the state is shown beside a running gateway, with the reason of a mail',
  async () => {
    await using world = await openWorld();
    await using database = await openGatewayDatabase(world.config.database);
    const at = world.clock.now;
    await database.db
      .insertInto('mail')
      .values({
        id: 'a',
        recipient: 'ana@norte.example',
        subject: 'Aviso',
        text: '',
        html: '',
        created_at: at,
        priority: 0,
        due_at: null,
        attempts: 10,
        failure: '550 No such user',
      })
      .execute();
    const { output } = await runGatewayCommand(world, 'status.ts', []);
    expect(output).toMatch(/^Vitrina \d/);
    expect(output).toContain('backup: none of the schedule was proved yet');
    expect(output).toMatch(/gateway mail +nothing due/);
    expect(output).toContain('ana@norte.example: Aviso: 550 No such user; 10 attempts, given up');
    expect(output).toContain('nobody');
    expect(output).toMatch(/gateway: \d+\.\d MB/);
  },
);
