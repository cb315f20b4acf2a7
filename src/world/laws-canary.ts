import { ARRIVAL_TIMEOUT_MS } from '#gateway/canary/runs.ts';
import type { Law } from './law.ts';

interface Run {
  id: string;
  at: number;
  sid: string;
  outcome: string;
  hookId: string | null;
  tookMs: number | null;
}

/** Time between a step of a process and what the network sees of it. */
const MARGIN_MS = 1000;

const RUNS = `select id, at, sid, outcome, hook_id as hookId, took_ms as tookMs from canary_run
  where sid is not null and outcome <> 'pending' and at > ?`;

/** Laws about the canary, which asks for a message again to test that it arrives. */
export const CANARY_LAWS: Law[] = [
  {
    name: 'the canary tells the truth',
    sentence:
      'A test that arrived had its message sent; one whose message was received in time is not said to be missing.',
    when: 'quiet',
    *check({ databases, network, machines, setting }) {
      if (machines.gateway.wasWrong) return;
      const messages = Map.groupBy(network.messages, ({ sid }) => sid);
      const received = new Set(
        databases.gateway
          .all<{ hookId: string }>(
            `select hook_id as hookId from delivery where hook_id is not null
             union select hook_id from canary_run where hook_id is not null`,
          )
          .map(({ hookId }) => hookId),
      );
      for (const { id, at, sid, outcome, hookId, tookMs } of databases.gateway.all<Run>(
        RUNS,
        setting.startsAt,
      )) {
        const ofInquiry = messages.get(sid) ?? [];
        const isSent = ofInquiry.some(
          (message) =>
            message.hookId === hookId && message.at >= at && message.at <= at + (tookMs ?? 0) + MARGIN_MS,
        );
        if (outcome === 'arrived' && !isSent) yield `test ${id} of ${sid} arrived, and nothing was sent`;
        const inTime = ofInquiry.filter(
          (message) =>
            message.at >= at && (message.acknowledgedAt ?? Infinity) <= at + ARRIVAL_TIMEOUT_MS - MARGIN_MS,
        );
        const isOwnReceived = inTime.some(
          (message) => message.hookId === hookId || !received.has(message.hookId),
        );
        if (outcome === 'missing' && isOwnReceived) yield `test ${id} of ${sid} is missing, and was received`;
      }
    },
  },
  {
    name: 'tests are no messages',
    sentence: 'The message of a test is not stored as received, and not relayed.',
    when: 'quiet',
    *check({ databases, network }) {
      const relayed = new Set(network.relayed);
      for (const { hookId, isStored } of databases.gateway.all<{ hookId: string; isStored: 0 | 1 }>(
        `select hook_id as hookId,
           exists (select 1 from delivery
             where delivery.hook_id = canary_run.hook_id and outcome = 'received') as isStored
         from canary_run where hook_id is not null`,
      )) {
        if (isStored === 1) yield `the message ${hookId} of a test is a delivery`;
        if (relayed.has(hookId)) yield `the message ${hookId} of a test was relayed`;
      }
    },
  },
];
