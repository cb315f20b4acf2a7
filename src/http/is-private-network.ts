import ipaddr from 'ipaddr.js';

/** Returns true for loopback, private addresses and names without a dot, which networks of containers use. */
export function isPrivateNetwork(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address)
    ? ['loopback', 'private', 'uniqueLocal'].includes(ipaddr.parse(address).range())
    : !host.includes('.');
}
