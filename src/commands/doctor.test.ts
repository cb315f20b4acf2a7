import { expect, it } from 'vitest';
import { saveDrift } from '#gateway/drift/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { json, openWorld } from '#testing/gateway-world.ts';
import { runGatewayCommand } from '#testing/run-gateway-command.ts';

it('doctor finds nothing that does not work beside a running gateway, and prints how the service differs', async () => {
  await using world = await openWorld({ answer: json({ _links: {}, _entries: [] }) });
  await using database = await openGatewayDatabase(world.config.database);
  const at = world.clock.now;
  const counts = { expected: null, example: 'number', firstAt: at, lastAt: at, replies: 1 };
  await saveDrift(database.db, {
    differences: [{ source: 'GET /v3/agencias', kind: 'undocumented', path: 'Nuevo', ...counts }],
    compared: new Map(),
  });
  const { code, output } = await runGatewayCommand(world, 'doctor.ts');
  expect(output).toMatch(/^ok {2}service$/m);
  expect(output).toMatch(/^warning {2}drift\n {2}GET \/v3\/agencias: undocumented Nuevo, /m);
  expect(output).not.toMatch(/^error/m);
  expect(code).toBe(0);
});

it('doctor ends with 1 and says what mends it when the service is away or the data is of another app', async () => {
  await using world = await openWorld();
  world.config.upstreamUrl = 'http://127.0.0.1:1';
  world.config.credentials = { ...world.config.credentials, key: 'another-app-of-the-service' };
  const { code, output } = await runGatewayCommand(world, 'doctor.ts');
  expect(code).toBe(1);
  expect(output).toMatch(
    /^error {2}installation\n {2}APP_KEY is another-app-of-the-service, .*\n {2}Why it matters: .*\n {2}Give the former value.*\n {2}\$ npm run installation:move$/m,
  );
  expect(output).toMatch(
    /^error {2}service\n {2}The service cannot be reached\.\n {2}Why it matters: Without it .*\n {2}Compare UPSTREAM_URL.*\n {2}\$ curl/m,
  );
});
