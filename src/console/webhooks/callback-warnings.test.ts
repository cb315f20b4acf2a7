import { expect, it } from 'vitest';
import { callbackWarnings } from './callback-warnings.ts';

const here = { receiver: 'http://localhost:4000/hooks/abc', others: ['https://crm.example.com/avisos'] };

it.each([
  ['https://otra.example.com/x', []],
  ['http://otra.example.com/x', ['not-https']],
  ['https://localhost/x', ['private']],
  ['http://10.1.2.3/x', ['not-https', 'private']],
  ['https://172.20.0.1/x', ['private']],
  ['https://172.32.0.1/x', []],
  ['https://[::1]/x', ['private']],
  ['https://[fd00::1]/x', ['private']],
  ['https://[2001:db8::1]/x', []],
  ['https://impresora.local/x', ['private']],
  ['https://ana:clave@otra.example.com/x', ['credentials']],
  ['https://otra.example.com/x?token=1', ['credentials']],
  ['https://otra.example.com/x?pagina=1', []],
  ['https://crm.example.com/avisos', []],
  ['https://crm.example.com/aviso', ['similar']],
  ['https://crm.example.com/avisos/', ['similar']],
  ['https://cmr.example.com/avisos', ['similar']],
  ['https://crm.example.com/avisos/otro', []],
  ['http://localhost:4000/hooks/abc', []],
  ['esto no', []],
])('the callback %s has the warnings %j', (callback, warnings) => {
  expect(callbackWarnings(callback, here)).toEqual(warnings);
});
