import ipaddr from 'ipaddr.js';

/** Azure's metadata address is in a public range; those of other clouds are in private ranges. */
const METADATA_ADDRESSES = new Set(['168.63.129.16']);

/** Returns true if an IP address is publicly routable; IPv6 only in 2000::/3. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const isGlobal = address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
  return isGlobal && address.range() === 'unicast' && !METADATA_ADDRESSES.has(address.toString());
}
