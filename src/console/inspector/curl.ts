import { replaceContacts } from '#contract/contacts.ts';
import type { RecordedCall } from '#console/api/recorded-calls.ts';

const TOKEN_VARIABLE = 'VITRINA_TOKEN';
const MASK = '***';

const AGENCY_PARAMETERS = new Set(['agencia', 'agency', 'adminMail', 'operador']);
const PLAIN_VALUE =
  /^(?:\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

export function maskSearchWords(url: string): string {
  const [path = '', ...rest] = url.split('?');
  if (rest.length === 0) return url;
  const query = new URLSearchParams(rest.join('?'));
  const masked = new URLSearchParams(
    [...query].map(([name, value]) => [
      name,
      AGENCY_PARAMETERS.has(name) || PLAIN_VALUE.test(value) ? value : replaceContacts(value, MASK),
    ]),
  );
  return `${path}?${masked}`;
}

export function toCurl(
  call: Pick<RecordedCall, 'method' | 'url' | 'accept' | 'hasBody'>,
  origin: string,
): string {
  return [
    'curl --globoff --include',
    ...(call.method === 'GET' ? [] : [`--request ${quote(call.method)}`]),
    `--header "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    `--header ${quote(`Accept: ${call.accept}`)}`,
    ...(call.hasBody ? [`--header 'Content-Type: application/json'`, '--data @body.json'] : []),
    quote(origin + maskSearchWords(call.url)),
  ].join(' \\\n  ');
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
