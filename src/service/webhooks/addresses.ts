import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

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

/** Is the address one that anybody on the internet can be reached at? IPv6 only inside 2000::/3. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
    return address.toIPv4Address().range() === 'unicast';
  const global = address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return global && address.range() === 'unicast';
}

/** Host of a URL that can be seen to be private without asking the DNS; brackets and a final dot are left out. */
export function isPrivateHost(hostname: string): boolean {
  const host = bare(hostname);
  return ipaddr.isValid(host) ? !isPublicAddress(host) : /(^|\.)localhost$/i.test(host) || host === '';
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** A look-up for connections: every address found must be public, and the one connected to is one of those checked. */
export function publicLookup(
  resolve: Resolve = lookup,
  isPublic: (address: string) => boolean = isPublicAddress,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new PrivateAddress(host), '', 0);
      else if (!addresses.every(({ address }) => isPublic(address))) done(new PrivateAddress(host), '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
