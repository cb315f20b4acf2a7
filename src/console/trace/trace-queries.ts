import { connectionEndpoints } from '#contract/desk/connection.ts';
import { traceEndpoints } from '#contract/desk/trace.ts';
import { endpointQuery } from '#console/api/endpoint-query.ts';

export const findTracesQuery = (q: string) => endpointQuery(traceEndpoints.findTraces, { query: { q } });

export const traceQuery = (adminMail: string, sid: string | undefined) =>
  sid === undefined
    ? endpointQuery(traceEndpoints.traceAgency, { params: { adminMail } }, { staleTime: 0 })
    : endpointQuery(traceEndpoints.traceLead, { params: { adminMail, sid } }, { staleTime: 0 });

export const serviceStateQuery = () =>
  endpointQuery(connectionEndpoints.viewConnection, {}, { staleTime: 5000 });
