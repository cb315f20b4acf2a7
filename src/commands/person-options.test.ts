import { expect, it } from 'vitest';
import { parsePersonOptions } from './person-options.ts';
import { UsageError, readOptions } from './run-command.ts';

const AGENCY = 'ventas@ruta9.example';
const MAIL = 'a@x.example';

it.each<[object, RegExp]>([
  [{}, /--mail: give an e-mail.*--role: give one of seller, partner, support/s],
  [{ mail: 'x', role: 'boss' }, /--mail: give.*--role: give/s],
  [{ mail: MAIL, role: 'seller' }, /at least one agency/],
  [{ mail: MAIL, role: 'support', agency: [AGENCY] }, /only a seller/],
  [{ mail: MAIL, role: 'seller', agency: ['x'] }, /--agency: give an AdminMail/],
])('%j is refused with what is missing', (options, sentence) => {
  const parse = () => parsePersonOptions(options);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(sentence);
});

it.each([
  { mail: MAIL, role: 'seller', agency: [AGENCY], name: 'Ana' },
  { mail: MAIL, role: 'partner' },
])('%j is taken', (options) => {
  expect(parsePersonOptions(options)).toEqual({ agency: [], ...options });
});

it('an unknown option is refused', () => {
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), '--password', 'x'];
  try {
    expect(() => readOptions({ mail: { type: 'string' } })).toThrow("Unknown option '--password'");
  } finally {
    process.argv = argv;
  }
});
