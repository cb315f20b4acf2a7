import { stat, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import type { Clock } from '#system/clock.ts';
import { getErrorCode } from '#system/error-code.ts';
import { type NameLookup, toLookupFunction } from '#http/name-resolver.ts';

/** The machine and the network that the checks examine. */
export interface Machine {
  /** Time of its clock, which is not that of the database. */
  now(): number;
  /** @throws Error when the folder cannot be read */
  measureDisk(folder: string): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Permission bits of a file or folder; undefined: there is none. */
  readMode(path: string): Promise<number | undefined>;
  /** Opens a TLS connection. @throws Error when its certificate is not accepted, or without a reply */
  fetchCertificateEnd(origin: string): Promise<number>;
  /** Gets a page. @throws Error without a reply */
  fetchReply(url: string): Promise<{ status: number; body: string }>;
}

const NETWORK_TIMEOUT_MS = 8000;
const MAX_PAGE_LENGTH = 10_000;

/** The machine of this process. */
export function createMachine({ clock, lookup }: { clock: Clock; lookup: NameLookup }): Machine {
  return {
    now: clock.now,

    async measureDisk(folder) {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },

    async readMode(path) {
      try {
        return (await stat(path)).mode & 0o777;
      } catch (error) {
        if (getErrorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },

    fetchCertificateEnd(origin) {
      const { hostname, port } = new URL(origin);
      const host = hostname.replace(/^\[|\]$/g, '');
      return new Promise((resolve, reject) => {
        const socket = connect({
          host,
          port: Number(port || 443),
          servername: /[a-z]/i.test(host) && !host.includes(':') ? host : '',
          lookup: toLookupFunction(lookup),
        });
        const cancelTimeout = clock.setTimer(
          () => socket.destroy(new Error('ETIMEDOUT')),
          NETWORK_TIMEOUT_MS,
        );
        socket.once('secureConnect', () => {
          resolve(Date.parse(socket.getPeerCertificate().valid_to));
          socket.destroy();
        });
        socket.once('error', reject).once('close', cancelTimeout);
      });
    },

    async fetchReply(url) {
      const reply = await fetch(url, { redirect: 'manual', signal: clock.timeout(NETWORK_TIMEOUT_MS) });
      const body = await reply.text();
      return { status: reply.status, body: body.slice(0, MAX_PAGE_LENGTH) };
    },
  };
}
