import { randomBytes, scrypt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type NameLookup, createNameLookup, toLookupFunction } from './name-resolver.ts';

const NO_FILES = { hostsFile: '/nonexistent/hosts', searchFile: '/nonexistent/resolv.conf' };

const lookUp = (lookup: NameLookup, host: string, family: 0 | 4 | 6 = 0) =>
  new Promise<LookupAddress[] | string>((resolve) => {
    lookup(host, { family }, (error, addresses) => resolve(error?.code ?? addresses));
  });

/** A name server on loopback; `answer` makes the reply of a query, or undefined: it says nothing. */
async function openNameServer(answer: (query: Buffer) => Buffer | undefined) {
  const socket = createSocket('udp4');
  const names: string[] = [];
  socket.on('message', (query, { port, address }) => {
    names.push(readName(query));
    const reply = answer(query);
    if (reply) socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    names,
    server: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (query[at] ?? 0) > 0; at += (query[at] ?? 0) + 1)
    labels.push(query.subarray(at + 1, at + 1 + (query[at] ?? 0)).toString());
  return labels.join('.');
}

/** The reply with an IPv4 address for queries of type A; NXDOMAIN for others if `isUnknown`, else no entry. */
function reply(query: Buffer, address: number[] | 'unknown'): Buffer {
  const end = 12 + readName(query).length + 2 + 4;
  const isForFour = query.readUInt16BE(end - 4) === 1;
  const hasAnswer = address !== 'unknown' && isForFour;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(address === 'unknown' ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  header.writeUInt16BE(0, 10);
  const answer = hasAnswer
    ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
    : Buffer.alloc(0);
  return Buffer.concat([header, query.subarray(12, end), answer]);
}

it('the resolver waits for a silent name server without a thread: hashes and files go on meanwhile', async () => {
  await using silent = await openNameServer(() => undefined);
  const lookup = createNameLookup({ servers: [silent.server], timeoutMs: 400, tries: 1, ...NO_FILES });
  const ended: string[] = [];
  const lookups = Promise.all(Array.from({ length: 16 }, (_, at) => lookUp(lookup, `n${at}.example`))).then(
    (outcomes) => {
      ended.push('look-ups');
      return outcomes;
    },
  );
  await Promise.all([promisify(scrypt)('password', randomBytes(16), 32), readFile(import.meta.filename)]);
  ended.push('work');
  expect(await lookups).toEqual(Array.from({ length: 16 }, () => 'ETIMEOUT'));
  expect(ended).toEqual(['work', 'look-ups']);
});

it('the resolver gives the addresses that a name server knows, of one family where one is asked for', async () => {
  await using known = await openNameServer((query) => reply(query, [93, 184, 216, 34]));
  const lookup = createNameLookup({ servers: [known.server], ...NO_FILES });
  const found = [{ address: '93.184.216.34', family: 4 }];
  expect(await lookUp(lookup, 'a.example')).toEqual(found);
  expect(await lookUp(lookup, 'a.example.', 4)).toEqual(found);
  expect(await lookUp(lookup, 'a.example', 6)).toEqual([]);
});

it('the resolver asks nobody for addresses, localhost and names of the hosts file', async () => {
  await using nobody = await openNameServer(() => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-hosts-'));
  const hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, '# comment\n10.0.0.5  Inside inside.example # us\nfd00::5 inside\nbroken\n');
  const lookup = createNameLookup({ servers: [nobody.server], ...NO_FILES, hostsFile });
  const local = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  expect(await lookUp(lookup, '192.0.2.1')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect(await lookUp(lookup, '2001:db8::1')).toEqual([{ address: '2001:db8::1', family: 6 }]);
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost'])
    expect(await lookUp(lookup, host)).toEqual(local);
  expect(await lookUp(lookup, 'INSIDE')).toEqual([
    { address: '10.0.0.5', family: 4 },
    { address: 'fd00::5', family: 6 },
  ]);
  expect(await lookUp(lookup, 'inside.example')).toEqual([{ address: '10.0.0.5', family: 4 }]);
  expect(nobody.names).toEqual([]);
  await rm(folder, { recursive: true });
});

it('the resolver tries the search domains, first for a name without a dot', async () => {
  await using known = await openNameServer((query) =>
    reply(query, readName(query) === 'service.default.cluster' ? [10, 0, 0, 7] : 'unknown'),
  );
  const folder = await mkdtemp(join(tmpdir(), 'vitrina-search-'));
  const searchFile = join(folder, 'resolv.conf');
  await writeFile(searchFile, 'nameserver 192.0.2.1\nsearch other.cluster default.cluster\n');
  const lookup = createNameLookup({ servers: [known.server], ...NO_FILES, searchFile });
  expect(await lookUp(lookup, 'service')).toEqual([{ address: '10.0.0.7', family: 4 }]);
  expect([...new Set(known.names)]).toEqual(['service.other.cluster', 'service.default.cluster']);
  expect(await lookUp(lookup, 'nobody.example')).toBe('ENOTFOUND');
  await rm(folder, { recursive: true });
});

it('the resolver serves as the lookup function of connections', async () => {
  const found: LookupAddress[] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const connect = toLookupFunction((host, _options, done) => done(null, host === 'a.example' ? found : []));
  const outcome = (host: string, options: { all?: boolean }) =>
    new Promise((resolve) => {
      connect(host, options, (error, address) => resolve(error?.code ?? address));
    });
  expect(await outcome('a.example', { all: true })).toEqual(found);
  expect(await outcome('a.example', {})).toBe('127.0.0.1');
  expect(await outcome('b.example', { all: true })).toBe('ENOTFOUND');
});
