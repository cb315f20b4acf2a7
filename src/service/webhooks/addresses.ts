import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '#http/is-loopback.ts';

export type DnsLookup = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'PrivateAddressError';
  }
}

/** Azure's metadata address is in a public range; those of other clouds are in private ranges. */
const METADATA_ADDRESSES = new Set(['168.63.129.16']);

/** Whether an IP address is publicly routable; IPv6 only in 2000::/3. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isGlobal = address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobal && address.range() === 'unicast' && !METADATA_ADDRESSES.has(address.toString());
}

/**
 * Whether a host is private without a DNS lookup: a private IP address or a localhost name. With `allowLocal` loopback
 * counts as public; other private networks do not.
 */
export function isPrivateHost(hostname: string, allowLocal: boolean): boolean {
  if (allowLocal && isLoopback(hostname)) return false;
  const host = normalizeHost(hostname);
  return ipaddr.isValid(host) ? !isPublicAddress(host) : /(^|\.)localhost$/i.test(host) || host === '';
}

function normalizeHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Lookup function for connections: fails unless every resolved address is allowed, which prevents DNS rebinding. */
export function createCheckedLookup(
  resolve: DnsLookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) done(error ?? new PrivateAddressError(host), '', 0);
      else if (!addresses.every(({ address }) => isAllowed(address)))
        done(new PrivateAddressError(host), '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
