import { createStore } from './store.ts';

export interface RecordedCall {
  method: string;
  url: string;
  startedAt: number;
  ms: number;
  endedAt: number;
  status: number;
  isAborted: boolean;
  accept: string;
  hasBody: boolean;
  headers: Headers | undefined;
}

export const NAVIGATION_START = 0;
const MAX_CALLS = 100;

export const recordedCalls = createStore<readonly RecordedCall[]>([]);

export function recordCall(recorded: RecordedCall): void {
  recordedCalls.set([...recordedCalls.get(), recorded].slice(-MAX_CALLS));
}
