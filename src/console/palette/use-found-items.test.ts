import { expect, it } from 'vitest';
import { toSearchText } from './use-found-items.ts';

it.each([
  ['  Ana López ', 'Ana López'],
  ['https://vitrina.example/inquiries/ventas@ruta9.example/01JC?vista=hoy#x', '01JC'],
  ['/v3/consultas/ventas@ruta9.example/01JC/', '01JC'],
  ['c/ mayor 3', 'c/ mayor 3'],
  ['/', '/'],
])('the text %j is searched as %j', (query, text) => expect(toSearchText(query)).toBe(text));
