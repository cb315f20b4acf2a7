import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { parseWallTime, wallTimeAt } from '#contract/wall-time.ts';
import { offsetAt } from '#contract/window.ts';
import {
  PICKER_ZONE,
  formatPickerDay,
  formatPickerTime,
  pickerAdapter,
  toPickerDate,
} from './picker-dates.ts';

const ZONES = [
  'UTC',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Cordoba',
  'America/Argentina/Mendoza',
  'America/Argentina/Salta',
  'America/Argentina/Ushuaia',
  'America/Santiago',
  'America/Montevideo',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/La_Paz',
  'America/Lima',
  'America/Bogota',
  'America/Caracas',
  'America/Mexico_City',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'Atlantic/Azores',
  'Europe/Madrid',
  'Europe/London',
  'Europe/Athens',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Apia',
];
const ownZone = process.env.TZ;

afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

describe.each(ZONES)('with a browser in %s', (browserZone) => {
  it('dates and times in every zone of an agency stay as typed, with the year typed last', () => {
    process.env.TZ = browserZone;
    const probe = Date.UTC(2026, 6, 1);
    expect(new Date(probe).getTimezoneOffset() + offsetAt(probe, browserZone)).toBe(0);
    for (const zone of ZONES) {
      const adapter = new (pickerAdapter(zone))({ locale: 'es' });
      const instants = fc.integer({ min: Date.UTC(2001, 0) / 60_000, max: Date.UTC(2098, 0) / 60_000 });
      fc.assert(
        fc.property(instants, (minutes) => {
          const text = wallTimeAt(minutes * 60_000, zone);
          let date = toPickerDate(text);
          const year = adapter.getYear(date);
          for (const digits of [1, 2, 3, 4])
            date = adapter.setYear(date, Number(String(year).slice(0, digits)));
          expect(wallTimeAt(parseWallTime(formatPickerTime(date), zone) ?? Number.NaN, zone)).toBe(
            text.replace('-02-29T', '-02-28T'),
          );
          expect(formatPickerDay(toPickerDate(text.slice(0, 10)))).toBe(text.slice(0, 10));
        }),
        { numRuns: 20 },
      );
      const today = adapter.date(undefined, PICKER_ZONE);
      expect([-1, 0]).toContain(
        Math.sign(
          toPickerDate(formatPickerTime(today)).valueOf() -
            toPickerDate(wallTimeAt(Date.now(), zone)).valueOf(),
        ),
      );
    }
  });
});
