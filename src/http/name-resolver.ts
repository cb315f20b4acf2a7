import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { type LookupFunction, isIP } from 'node:net';
import { getErrorCode } from '#system/error-code.ts';

/** Like `dns.lookup` with `all`. */
export type NameLookup = (
  host: string,
  options: Pick<LookupAllOptions, 'family'>,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface ResolverOptions {
  /** Addresses of name servers; undefined: those of the machine. */
  servers?: readonly string[];
  /** Limit of one query, ms. */
  timeoutMs?: number;
  tries?: number;
  hostsFile?: string;
  searchFile?: string;
}

/**
 * Resolves names without `dns.lookup`, which holds one of libuv's four threads for as long as a name server says nothing:
 * password hashes, compression and files would wait with it. Knows `localhost`, the hosts file and search domains.
 */
export function createNameLookup({
  servers,
  timeoutMs = 2000,
  tries = 2,
  hostsFile = '/etc/hosts',
  searchFile = '/etc/resolv.conf',
}: ResolverOptions = {}): NameLookup {
  /** @throws Error with the `code` of the name server's answer */
  async function query(name: string): Promise<LookupAddress[]> {
    // Each resolver reads the machine's name servers anew.
    const resolver = new Resolver({ timeout: timeoutMs, tries });
    if (servers) resolver.setServers(servers);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  }

  async function resolve(host: string): Promise<LookupAddress[]> {
    const family = isIP(host);
    if (family > 0) return [{ address: host, family }];
    const name = host.toLowerCase().replace(/\.$/, '');
    const known = parseHosts(await readOrEmpty(hostsFile)).get(name);
    if (known) return known;
    if (/(^|\.)localhost$/.test(name))
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    const domains = host.endsWith('.') ? [] : parseSearchDomains(await readOrEmpty(searchFile));
    const expanded = domains.map((domain) => `${name}.${domain}`);
    const names = name.includes('.') ? [name, ...expanded] : [...expanded, name];
    let failure: unknown;
    for (const candidate of names)
      try {
        return await query(candidate);
      } catch (error) {
        failure ??= error;
        // A name server that says nothing is not asked for every domain.
        if (!isUnknownName(error)) throw error;
      }
    throw failure;
  }

  async function answer(host: string, family: unknown, done: Parameters<NameLookup>[2]): Promise<void> {
    let addresses: LookupAddress[];
    try {
      addresses = await resolve(host);
    } catch (error) {
      done(error as NodeJS.ErrnoException, []);
      return;
    }
    done(
      null,
      family === 4 || family === 6 ? addresses.filter((address) => address.family === family) : addresses,
    );
  }

  return (host, { family }, done) => void answer(host, family, done);
}

/** The lookup function of connections. */
export function toLookupFunction(lookup: NameLookup): LookupFunction {
  return (host, options, done) => {
    const family = options.family === 4 || options.family === 6 ? options.family : 0;
    lookup(host, { family }, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) done(error ?? notFound(host), '', 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
}

function isUnknownName(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(getErrorCode(error) ?? '');
}

async function readOrEmpty(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Addresses by name of a hosts file. */
function parseHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family > 0)
      for (const name of names)
        hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), { address, family }]);
  }
  return hosts;
}

function parseSearchDomains(text: string): string[] {
  const [, domains = ''] = /^\s*(?:search|domain)\s+(.*)$/m.exec(text) ?? [];
  return domains.split(/\s+/).filter((domain) => domain !== '' && domain !== '.');
}
