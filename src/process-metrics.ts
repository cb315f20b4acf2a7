import { Gauge, collectDefaultMetrics } from '@prometheus-io/client';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Database } from '#database/database.ts';
import type { Metrics, Sample } from '#http/metrics.ts';
import { PACKAGE_VERSION, createServer } from '#http/server.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import type { Worker } from '#work/worker.ts';

/** A program of the process, whose metrics have its name as a label. */
export interface MeasuredProgram {
  name: 'gateway' | 'service';
  worker: Pick<Worker, 'getStates' | 'fetchBacklogs'>;
  getPoolState: Database<never>['getPoolState'];
}

/** Adds what the programs of a process have in common, and what Node says of itself. */
export function registerProcessMetrics(metrics: Metrics, programs: readonly MeasuredProgram[]): void {
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'vitrina_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: PACKAGE_VERSION }, 1);
  registerPoolMetrics(metrics, programs);
  registerWorkMetrics(metrics, programs);
}

function registerPoolMetrics(metrics: Metrics, programs: readonly MeasuredProgram[]): void {
  const listPools = () =>
    programs.flatMap(({ name: program, getPoolState }) => {
      const pool = getPoolState();
      return pool ? [{ program, ...pool }] : [];
    });
  metrics.addGauge({
    name: 'vitrina_database_pool_connections',
    help: 'Open connections to PostgreSQL by state; none with an embedded database.',
    labelNames: ['program', 'state'],
    read: async () =>
      listPools().flatMap(({ program, used, idle }): Sample<'program' | 'state'>[] => [
        [{ program, state: 'used' }, used],
        [{ program, state: 'idle' }, idle],
      ]),
  });
  metrics.addGauge({
    name: 'vitrina_database_pool_size',
    help: 'Connections to PostgreSQL at most (DATABASE_POOL).',
    labelNames: ['program'],
    read: async () => listPools().map(({ program, size }) => [{ program }, size]),
  });
  metrics.addGauge({
    name: 'vitrina_database_pool_waiting',
    help: 'Statements that wait for a connection to PostgreSQL.',
    labelNames: ['program'],
    read: async () => listPools().map(({ program, waiting }) => [{ program }, waiting]),
  });
}

type WorkSample = Sample<'program' | 'kind'>;
const WORK_LABELS = ['program', 'kind'] as const;

function registerWorkMetrics(metrics: Metrics, programs: readonly MeasuredProgram[]): void {
  const listStates = () =>
    programs.flatMap(({ name: program, worker }) =>
      worker.getStates().map((state) => ({ labels: { program, kind: state.name }, state })),
    );
  metrics.addGauge({
    name: 'vitrina_work_running',
    help: 'Pieces of background work that run in this process.',
    labelNames: WORK_LABELS,
    read: async () => listStates().map(({ labels, state }) => [labels, state.running]),
  });
  metrics.addCounter({
    name: 'vitrina_work_failures_total',
    help: 'Pieces of background work, and looks for them, that failed in this process.',
    labelNames: WORK_LABELS,
    read: async () => listStates().map(({ labels, state }) => [labels, state.failures]),
  });
  metrics.addGauge({
    name: 'vitrina_work_last_look_timestamp_seconds',
    help: 'When this process last looked for due pieces of background work.',
    labelNames: WORK_LABELS,
    read: async () =>
      listStates().flatMap(({ labels, state: { lookedAt } }): WorkSample[] =>
        lookedAt === undefined ? [] : [[labels, lookedAt / 1000]],
      ),
  });

  const readings = programs.map(({ name: program, worker }) =>
    metrics.addReading(`${program}-work`, async () =>
      (await worker.fetchBacklogs()).map(({ name: kind, due, lateMs }) => ({
        labels: { program, kind },
        due,
        lateMs,
      })),
    ),
  );
  const readBacklogs = async () =>
    (await Promise.all(readings.map((read) => read()))).flatMap((backlogs) => backlogs ?? []);
  metrics.addGauge({
    name: 'vitrina_work_due',
    help: 'Pieces of background work that are due and that nobody works on; all processes on the database see the same.',
    labelNames: WORK_LABELS,
    read: async () => (await readBacklogs()).map(({ labels, due }) => [labels, due]),
  });
  metrics.addGauge({
    name: 'vitrina_work_oldest_due_age_seconds',
    help: 'How long the oldest of these pieces has been due; 0: none is.',
    labelNames: WORK_LABELS,
    read: async () => (await readBacklogs()).map(({ labels, lateMs }) => [labels, lateMs / 1000]),
  });
}

/** Creates the server of `/metrics`, which has an address of its own. */
export function createMetricsServer(
  { registry }: Metrics,
  logger: FastifyServerOptions['logger'],
): FastifyInstance {
  const app = createServer({ logger: logger ?? false, clock: systemClock, random: systemRandom });
  app.get('/metrics', async (_request, reply) => {
    void reply.header('content-type', registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
  return app;
}
