import type { RawBuilder, SqlBool } from 'kysely';
import type { ClaimColumns, Claims } from './claims.ts';

/** Concurrent attempts per host and instance, so that a slow host does not delay others. */
const MAX_PER_HOST = 4;
/** More hosts than ever hang at the same time. */
export const MAX_ATTEMPTS = 64 * MAX_PER_HOST;

interface HostClaimOptions<Row extends ClaimColumns, Receiver> {
  claims: Claims<Row>;
  /** Lists receivers with due rows. */
  listDue: () => Promise<readonly Receiver[]>;
  getUrl: (receiver: Receiver) => string;
  /** Condition of the rows of a receiver. */
  isFor: (receiver: Receiver) => RawBuilder<SqlBool>;
  getId: (row: Row) => unknown;
}

/** Claims messages within the limit of each host that they are sent to. */
export function createHostClaims<Row extends ClaimColumns, Receiver>({
  claims,
  listDue,
  getUrl,
  isFor,
  getId,
}: HostClaimOptions<Row, Receiver>) {
  /** Receivers of the messages that are being sent, by id. */
  const inFlight = new Map<unknown, Receiver>();
  /** Receiver that the next look begins with, where there is not room for all. */
  let turn = 0;

  const getHost = (receiver: Receiver) => new URL(getUrl(receiver)).host;
  const countAttempts = (host: string) =>
    [...inFlight.values()].filter((receiver) => getHost(receiver) === host).length;

  return {
    claims: {
      ...claims,
      async claim(limit: number): Promise<Row[]> {
        const receivers = await listDue();
        const claimed: Row[] = [];
        for (let at = 0; at < receivers.length && claimed.length < limit; at += 1) {
          const receiver = receivers[(turn + at) % receivers.length];
          if (!receiver) continue;
          const room = MAX_PER_HOST - countAttempts(getHost(receiver));
          if (room <= 0) continue;
          try {
            const rows = await claims.claim(Math.min(room, limit - claimed.length), isFor(receiver));
            for (const row of rows) inFlight.set(getId(row), receiver);
            claimed.push(...rows);
          } catch (error) {
            // Rows that were claimed already are worked on.
            if (claimed.length === 0) throw error;
            break;
          }
        }
        turn += 1;
        return claimed;
      },
    },

    getReceiver(row: Row): Receiver {
      const receiver = inFlight.get(getId(row));
      if (!receiver) throw new Error('A message is sent that was not claimed');
      return receiver;
    },

    onEnd: (row: Row): void => void inFlight.delete(getId(row)),
  };
}
