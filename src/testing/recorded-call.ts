import type { RecordedCall } from '#console/api/recorded-calls.ts';

/** A call that succeeded, as the inspector has it. */
export const createRecordedCall = (more: Partial<RecordedCall> = {}): RecordedCall => ({
  method: 'GET',
  url: '/v3/marcas',
  startedAt: 500,
  ms: 20,
  endedAt: 1_772_700_000_000,
  status: 200,
  isAborted: false,
  accept: 'application/json',
  hasBody: false,
  headers: new Headers(),
  ...more,
});
