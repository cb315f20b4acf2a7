import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IP address; empty when the connection was gone before it could be read. */
    address: string;
  }
}

/** Reads each client's address once, at the start: a connection that was closed has none. */
export function readClientAddresses(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', async (request) => {
    request.address = clientAddress(request);
  });
}

/** What rate limits count an address as: one IPv6 client has a whole /64. */
export function addressKey(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const prefix = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${prefix.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Where a trusted proxy sends what is no address, the client counts as that proxy. */
function clientAddress(request: FastifyRequest): string {
  const hops = (request.ips ?? [request.ip]).map(parseAddress);
  return hops.findLast((address) => address !== undefined) ?? '';
}

/** An address without port or brackets, IPv4 as IPv4; undefined: it is none. */
function parseAddress(text: string | undefined): string | undefined {
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text ?? '') ?? [];
  const bare = bracketed ?? withPort ?? text ?? '';
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare;
  return ipaddr.IPv6.isValid(bare) && !bare.includes('%') ? ipaddr.process(bare).toString() : undefined;
}
