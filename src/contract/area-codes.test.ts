import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addAreaCodes } from './area-codes.ts';
import { REGIONS } from './regions.ts';

it.each([
  ['45551234', 'AR-C', ['1145551234']],
  ['5550111', 'AR-M', ['2605550111', '2615550111', '2635550111']],
  ['430111', 'AR-V', ['2901430111', '2964430111']],
  ['5550111', 'AR-C', []],
  ['50111', 'AR-V', []],
  ['264430111', 'AR-V', []],
  ['2964430111', 'AR-V', []],
  ['45551234', '', []],
])('%s in %s may be %j', (number, region, numbers) => expect(addAreaCodes(number, region)).toEqual(numbers));

it('every region has area codes, and what is added makes ten digits', () => {
  const numbers = fc.stringMatching(/^[1-9]\d{5,7}$/);
  fc.assert(
    fc.property(numbers, fc.constantFrom(...REGIONS.map(({ iso }) => iso)), (number, region) => {
      for (const whole of addAreaCodes(number, region)) expect(whole).toMatch(/^(?:11|[23]\d)\d{8}$/);
    }),
  );
  for (const { iso } of REGIONS)
    expect([6, 7, 8].flatMap((length) => addAreaCodes('1'.repeat(length), iso))).not.toEqual([]);
});
