import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '#http/loopback.ts';

export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'PrivateAddress';
  }
}

/** Public by its range, and the machine's own cloud by what it answers (Azure); other clouds' are in private ranges. */
const METADATA = new Set(['168.63.129.16']);

/** Is the address one that anybody on the internet can be reached at? IPv6 only inside 2000::/3. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const global = address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return global && address.range() === 'unicast' && !METADATA.has(address.toString());
}

/**
 * Host of a URL that can be seen to be private without asking the DNS; brackets and a final dot are left out. Where
 * local callbacks are allowed this machine itself is not private, and other networks are.
 */
export function isPrivateHost(hostname: string, allowLocal: boolean): boolean {
  if (allowLocal && isLoopback(hostname)) return false;
  const host = bare(hostname);
  return ipaddr.isValid(host) ? !isPublicAddress(host) : /(^|\.)localhost$/i.test(host) || host === '';
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** A look-up for connections: every address found must be one to call, and the one connected to is one of those checked. */
export function checkedLookup(resolve: Resolve, mayCall: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new PrivateAddress(host), '', 0);
      else if (!addresses.every(({ address }) => mayCall(address))) done(new PrivateAddress(host), '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
