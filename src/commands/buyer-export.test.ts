import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openWorld } from '#testing/gateway-world.ts';
import { runGatewayCommand } from '#testing/run-gateway-command.ts';

it('buyer:export writes a file that only its owner reads, and none twice', async () => {
  await using world = await openWorld();
  const file = join(world.config.dataDir, 'buyer.json');
  const args = ['--mail', 'ana@x.example', '--reference', 'Expediente 7', '--file', file];
  expect(await runGatewayCommand(world, 'buyer-export.ts', args)).toEqual({
    code: 0,
    output: `Inquiries of the buyer written to ${file}: 0.\n`,
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    Buscado: { Email: 'ana@x.example' },
    Consultas: [],
  });
  expect(await runGatewayCommand(world, 'buyer-export.ts', args)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/EEXIST/),
  });
});
