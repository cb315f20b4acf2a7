import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback } from './is-loopback.ts';
import { isPublicAddress } from './public-address.ts';
import { type NameLookup, toLookupFunction } from './name-resolver.ts';

export class PrivateAddressError extends Error {
  readonly code = 'private-address';

  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'PrivateAddressError';
  }
}

/** Addresses that are allowed for callbacks, beside public ones. */
export interface CallbackRules {
  /** Loopback, also without https. */
  allowLocal: boolean;
  /** Ranges of a private network (`10.0.0.0/8`). */
  allowedRanges?: readonly string[];
}

/** Settings of both programs, which have the same rules for the callbacks that they call. */
export interface CallbackConfig {
  /** True if callbacks may be on loopback, also with plain http. */
  allowLocalCallbacks: boolean;
  /** Private address ranges in which callbacks may be. */
  callbackAllowedRanges: readonly string[];
}

export function getCallbackRules({
  allowLocalCallbacks,
  callbackAllowedRanges,
}: CallbackConfig): CallbackRules {
  return { allowLocal: allowLocalCallbacks, allowedRanges: callbackAllowedRanges };
}

/** Returns true if a callback may be at an IP address. */
export function isAllowedAddress(text: string, { allowLocal, allowedRanges = [] }: CallbackRules): boolean {
  if (isPublicAddress(text) || (allowLocal && isLoopback(text))) return true;
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return allowedRanges.some((range) => {
    const [start, bits] = ipaddr.parseCIDR(range);
    return start.kind() === address.kind() && address.match(start, bits);
  });
}

/**
 * Returns true if a host is forbidden without a DNS lookup: an IP address that is not allowed, or a localhost
 * name.
 */
export function isForbiddenHost(hostname: string, rules: CallbackRules): boolean {
  if (rules.allowLocal && isLoopback(hostname)) return false;
  const host = normalizeHost(hostname);
  return ipaddr.isValid(host)
    ? !isAllowedAddress(host, rules)
    : /(^|\.)localhost$/i.test(host) || host === '';
}

/**
 * Resolves to true if a host leads to an address that is not allowed. decided: a name that does not resolve
 * now is accepted, as its entry may come later; every attempt looks again.
 */
export function leadsToForbiddenAddress(lookup: NameLookup, hostname: string, rules: CallbackRules) {
  return new Promise((resolve) => {
    lookup(normalizeHost(hostname), { family: 0 }, (error, addresses) =>
      resolve(!error && addresses.some(({ address }) => !isAllowedAddress(address, rules))),
    );
  });
}

function normalizeHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Lookup function for connections: fails unless every resolved address is allowed, which prevents DNS rebinding. */
export function createCheckedLookup(
  lookup: NameLookup,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return toLookupFunction((host, options, done) =>
    lookup(host, options, (error, addresses) => {
      if (!error && !addresses.every(({ address }) => isAllowed(address)))
        done(new PrivateAddressError(host), []);
      else done(error, addresses);
    }),
  );
}
