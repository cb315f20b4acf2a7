import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSearchWords, quote, toCurl } from './curl.ts';

const ORIGIN = 'https://vitrina.example';

function splitByShell(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\0').slice(0, -1);
}

const hostile = fc
  .array(
    fc.constantFrom(`'`, '"', '$(id)', '`id`', '\\', '\n', ' ', ';', '&', '|', '!', '*', '#', 'é', '-', 'a'),
    {
      maxLength: 20,
    },
  )
  .map((parts) => parts.join(''));

it('the shell takes a quoted text as it is', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'grapheme-ascii' })), (text) => {
      fc.pre(!text.includes('\0'));
      expect(splitByShell(`curl ${quote(text)}`)).toEqual([text]);
    }),
    { numRuns: 60 },
  );
});

it('the shell takes the address of any call as one argument, and the token from its variable', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('GET', 'PUT'), (part, method) => {
      const url = `/v3/agencias/${part.replaceAll('?', '')}`;
      const call = { method, url, accept: 'application/json', hasBody: method === 'PUT' };
      const args = splitByShell(toCurl(call, ORIGIN), { VITRINA_TOKEN: 'vit_1' });
      expect(args.at(-1)).toBe(ORIGIN + call.url);
      expect(args).toContain('Authorization: Bearer vit_1');
      expect(args.includes('--data')).toBe(call.hasBody);
    }),
    { numRuns: 60 },
  );
});

it('names the method, the body and the media type of the reply', () => {
  const accept = 'application/vnd.service.ref+json';
  expect(toCurl({ method: 'PUT', url: '/v3/agencias/a@b.example', accept, hasBody: true }, ORIGIN)).toBe(
    String.raw`curl --globoff --include \
  --request 'PUT' \
  --header "Authorization: Bearer $VITRINA_TOKEN" \
  --header 'Accept: application/vnd.service.ref+json' \
  --header 'Content-Type: application/json' \
  --data @body.json \
  'https://vitrina.example/v3/agencias/a@b.example'`,
  );
});

describe('search words', () => {
  it.each([
    ['/desk/traces?q=ana%40mail.example', '/desk/traces?q=***'],
    ['/desk/traces?q=%2B54+9+341+555-1234&estado=1', '/desk/traces?q=***&estado=1'],
    ['/desk/deliveries?buyer=5493415551234', '/desk/deliveries?buyer=***'],
    ['/desk/deliveries?otro=a?b@c.example', '/desk/deliveries?otro=***'],
    ['/desk/traces?q=2026-1555123', '/desk/traces?q=***'],
  ])('that look like a contact are masked: %s', (url, masked) => expect(maskSearchWords(url)).toBe(masked));

  it.each([
    '/v3/agencias/ventas@ruta9.example',
    '/v3/consultas/ventas@ruta9.example?desde=2026-03-01&hasta=2026-03-05&pagina=2',
    '/desk/inquiries?agencia=ventas%40ruta9.example&q=ford+ka',
    '/desk/audit?before=0195c1a2-1234-7000-8000-000000123456',
  ])('and names of agencies, days and ids stay: %s', (url) => expect(maskSearchWords(url)).toBe(url));

  it('a contact in any parameter is in neither the address nor the command', () => {
    const contact = fc.constantFrom('juana.perez@mail.example', '+54 9 341 555-1234', '0341 15 555 1234');
    fc.assert(
      fc.property(
        fc.constantFrom('q', 'buyer', 'texto', 'x'),
        contact,
        fc.string(),
        (name, value, around) => {
          const url = `/desk/inquiries?${new URLSearchParams({ [name]: `${around} ${value}` })}`;
          for (const text of [
            maskSearchWords(url),
            toCurl({ method: 'GET', url, accept: '*/*', hasBody: false }, ORIGIN),
          ]) {
            expect(decodeURIComponent(text.replaceAll('+', ' '))).not.toContain(value);
            expect(text).not.toContain('perez');
          }
        },
      ),
    );
  });
});
