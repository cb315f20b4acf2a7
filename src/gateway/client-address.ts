import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IP address; empty when the connection closed before it was read. */
    address: string;
  }
}

/** Sets `request.address` in the first hook: a closed connection has no address any more. */
export function registerClientAddress(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', async (request) => {
    request.address = getClientAddress(request);
  });
}

/** Key of an address in rate limits: one IPv6 client usually has a whole /64. */
export function addressKey(address: string): string {
  return ipaddr.IPv6.isValid(address) ? formatPrefix(address, 4) : address;
}

/** Key of the network of an address: a provider gives one IPv6 client up to a /48, which has 65,536 times a /64. */
export function networkKey(address: string): string {
  return ipaddr.IPv6.isValid(address) ? formatPrefix(address, 3) : address;
}

function formatPrefix(address: string, groups: number): string {
  const prefix = ipaddr.IPv6.parse(address).parts.slice(0, groups);
  return `${prefix.map((part) => part.toString(16)).join(':')}::/${16 * groups}`;
}

/** Falls back to the trusted proxy's address where it forwards an invalid one. */
function getClientAddress(request: FastifyRequest): string {
  const hops = (request.ips ?? [request.ip]).map(parseAddress);
  return hops.findLast((address) => address !== undefined) ?? '';
}

/** Strips port and brackets, and unwraps IPv4-mapped IPv6; undefined: not an address. */
function parseAddress(text: string | undefined): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text ?? '') ?? [];
  const bare = bracketed ?? withPort ?? text ?? '';
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare;
  return ipaddr.IPv6.isValid(bare) && !bare.includes('%') ? ipaddr.process(bare).toString() : undefined;
}
