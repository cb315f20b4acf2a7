import { isProblem } from '#contract/desk/doctor.ts';
import { fetchBackupState } from '#gateway/backup/store.ts';
import { fetchDoctor } from '#gateway/doctor/states.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { fetchIndexFigures } from '#gateway/inquiries/freshness.ts';
import type { Metrics } from '#http/metrics.ts';

type MeasuredGateway = Pick<Gateway, 'db' | 'config' | 'connection' | 'now' | 'liveEvents' | 'isWorker'>;

/** Adds the gauges of the gateway. Those of what all gateways share are read by workers alone. */
export function registerGatewayMetrics(metrics: Metrics, gateway: MeasuredGateway): void {
  metrics.addGauge({
    name: 'vitrina_live_streams',
    help: 'Open streams of live events.',
    labelNames: [],
    read: async () => [[{}, gateway.liveEvents.streams]],
  });
  if (!gateway.isWorker) return;
  registerIndexMetrics(metrics, gateway);
  registerBackupMetrics(metrics, gateway);
  registerDoctorMetrics(metrics, gateway);
}

function registerIndexMetrics(metrics: Metrics, { db, now }: MeasuredGateway): void {
  const read = metrics.addReading('index', () => fetchIndexFigures(db, now()));
  const addFigure = (
    name: string,
    help: string,
    figure: keyof Awaited<ReturnType<typeof fetchIndexFigures>>,
  ) =>
    metrics.addGauge({
      name,
      help,
      labelNames: [],
      read: async () => {
        const value = (await read())?.[figure];
        return value === undefined || value === null ? [] : [[{}, value]];
      },
    });
  addFigure('vitrina_index_inquiries', 'Inquiries in the index.', 'inquiries');
  addFigure('vitrina_index_agencies', 'Agencies in the index.', 'agencies');
  addFigure('vitrina_index_complete_agencies', 'Agencies whose inquiries were all read.', 'complete');
  addFigure('vitrina_index_failing_agencies', 'Agencies whose last read failed.', 'failing');
  addFigure(
    'vitrina_index_age_seconds',
    'Time since the last read of the agency that was not read for longest.',
    'ageS',
  );
}

function registerBackupMetrics(metrics: Metrics, { db, config }: MeasuredGateway): void {
  const { backupEveryMs } = config;
  if (backupEveryMs === undefined) return;
  const read = metrics.addReading('backup', () => fetchBackupState(db));
  metrics.addGauge({
    name: 'vitrina_backup_timestamp_seconds',
    help: 'Time of the newest backup of the schedule that was proved.',
    labelNames: [],
    read: async () => {
      const at = (await read())?.at ?? null;
      return at === null ? [] : [[{}, at / 1000]];
    },
  });
  metrics.addGauge({
    name: 'vitrina_backup_failed',
    help: 'Whether a later backup failed.',
    labelNames: [],
    read: async () => {
      const state = await read();
      return state && [[{}, state.failure === null ? 0 : 1]];
    },
  });
  metrics.addGauge({
    name: 'vitrina_backup_interval_seconds',
    help: 'Interval of backups (BACKUP_EVERY).',
    labelNames: [],
    read: async () => [[{}, backupEveryMs / 1000]],
  });
}

function registerDoctorMetrics(metrics: Metrics, gateway: MeasuredGateway): void {
  const read = metrics.addReading('doctor', () => fetchDoctor(gateway.db, gateway.now()));
  metrics.addGauge({
    name: 'vitrina_doctor_findings',
    help: 'Findings of each check of the doctor that count and that nobody ignores.',
    labelNames: ['check', 'severity'],
    read: async () =>
      (await read())?.checks.map((check) => [
        { check: check.id, severity: check.severity },
        isProblem(check) ? check.findings.length : 0,
      ]),
  });
}
