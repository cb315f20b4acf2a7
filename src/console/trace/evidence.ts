import type { Connection } from '#contract/desk/connection.ts';
import type { DeliveryDetail } from '#contract/desk/deliveries.ts';
import type { Trace } from '#contract/desk/trace.ts';
import { maskFullName } from '#contract/masking.ts';

interface EvidenceSources {
  trace: Trace;
  deliveries: readonly DeliveryDetail[];
  connection: Pick<Connection, 'version' | 'upstream' | 'state' | 'clockAheadMs' | 'appKey'>;
  timeZone: string;
}

const toIso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export function buildEvidence({ trace, deliveries, connection, timeZone }: EvidenceSources) {
  const { agency, lead, verdict, forecast, now } = trace;
  return {
    madeAt: toIso(now),
    timeZone,
    vitrina: connection.version,
    service: {
      address: connection.upstream,
      state: connection.state,
      clockAheadMs: connection.clockAheadMs,
      app: connection.appKey,
    },
    inquiry: {
      agency: agency.adminMail,
      sid: lead?.sid ?? null,
      madeAt: toIso(lead?.at ?? null),
      buyer: lead?.person ? maskFullName(lead.person) : null,
      vehicle: lead?.vehicle ?? null,
    },
    verdict,
    forecast,
    stations: trace.stations.map(({ name, state, at, cause, count, code, host, way }) => ({
      name,
      state,
      at: toIso(at),
      cause,
      count,
      code,
      host,
      way,
    })),
    messages: deliveries.map(({ at, topic, outcome, reason, hookId, size, receivedCount, headers }) => ({
      at: toIso(at),
      topic,
      outcome,
      reason,
      hookId,
      size,
      receivedCount,
      headers,
    })),
  };
}
