import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import * as z from 'zod/mini';
import { Agencias } from '#contract/agencies.ts';
import { addressOf } from '#contract/endpoint.ts';
import { tolerant } from '#contract/reading.ts';
import { v3 } from '#contract/v3.ts';
import { AdminMail } from '#contract/values.ts';
import { readServiceConfiguration } from '#server/configuration.ts';
import { signRequest } from '#signing/request.ts';
import { getErrorCode } from '#system/error-code.ts';
import { CommandError, UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE = 'npm run simulate -- [--per-minute 6] [--agency MAIL]';

const SimulationArguments = z.object({
  'per-minute': z._default(z.coerce.number().check(z.positive(), z.maximum(6000)), 6),
  agency: z.optional(AdminMail),
});

const EXPECTED_SIMULATION_OPTIONS = {
  'per-minute': '--per-minute: give a number above 0, at most 6000',
  agency: '--agency: give an AdminMail, an e-mail address of at most 50 characters',
};

function readSimulationOptions(): z.infer<typeof SimulationArguments> {
  const parsed = SimulationArguments.safeParse(
    readOptions({ 'per-minute': { type: 'string' }, agency: { type: 'string' } }),
  );
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues
      .map(({ path: [name] }) => EXPECTED_SIMULATION_OPTIONS[name === 'agency' ? name : 'per-minute'])
      .join('\n'),
  );
}

/** Sends inquiries to the running service at random times, `--per-minute` on average, until aborted. */
async function main(signal: AbortSignal): Promise<void> {
  const { 'per-minute': perMinute, agency } = readSimulationOptions();
  const { service, credentials } = readServiceConfiguration();
  const origin = `http://${service.host.includes(':') ? `[${service.host}]` : service.host}:${service.port}`;

  const listRegisteredAgencies = async () => {
    const path = addressOf(v3.listAgencies);
    const signOptions = { prefix: service.prefix, now: Date.now(), nonce: randomUUID() };
    const reply = await request(origin + path, {
      headers: signRequest({ method: 'GET', path }, credentials, signOptions),
      signal,
    });
    if (reply.statusCode !== 200)
      throw new CommandError(`The service answered ${reply.statusCode} to ${path}`);
    const { _entries } = tolerant(Agencias).parse(await reply.body.json());
    return _entries.filter(({ Estado }) => Estado === 'Registrada').map(({ AdminMail }) => AdminMail);
  };

  const mails = agency ? [agency] : await listRegisteredAgencies();
  if (mails.length === 0)
    throw new CommandError('The service has no registered agency; choose one with --agency');
  for (;;) {
    // Exponential gaps: a Poisson process.
    await wait((-Math.log(1 - Math.random()) * 60_000) / perMinute, undefined, { signal });
    const mail = mails[Math.floor(Math.random() * mails.length)] ?? '';
    const reply = await request(`${origin}/simulator/consultas/${encodeURIComponent(mail)}`, {
      method: 'POST',
      signal,
    });
    await reply.body.dump();
    if (reply.statusCode !== 201)
      throw new CommandError(
        reply.statusCode === 404
          ? `${mail} receives no inquiries, or the service runs without SIMULATOR=1`
          : `The simulator answered ${reply.statusCode}`,
      );
    console.log(`${new Date().toLocaleTimeString('es-AR')}  ${String(reply.headers.location)}`);
  }
}

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());
await runCommand(async () => {
  try {
    await main(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return;
    if (getErrorCode(error) === 'ECONNREFUSED')
      throw new CommandError('No service answers; start it first with npm start or npm run service');
    throw error;
  }
}, USAGE);
