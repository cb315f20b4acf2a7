import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { wallTimeAt } from '#contract/wall-time.ts';

// Dates of pickers are wall times in UTC. In other zones they shift while a year is typed, since the offsets of the first
// centuries have seconds; the zone that a time is meant in is applied once, by `parseWallTime`.

dayjs.extend(utc);

export const PICKER_ZONE = 'UTC';

export function toPickerDate(text: string): Dayjs {
  return dayjs.utc(text);
}

export function formatPickerDay(date: Dayjs | null): string {
  return date?.isValid() ? date.format('YYYY-MM-DD') : '';
}

export function formatPickerTime(date: Dayjs | null): string {
  return date?.isValid() ? date.format('YYYY-MM-DDTHH:mm') : '';
}

const adapters = new Map<string, typeof AdapterDayjs>();

export function pickerAdapter(zone: string): typeof AdapterDayjs {
  let adapter = adapters.get(zone);
  if (!adapter) adapters.set(zone, (adapter = createAdapter(zone)));
  return adapter;
}

function createAdapter(zone: string): typeof AdapterDayjs {
  return class extends AdapterDayjs {
    constructor(options?: ConstructorParameters<typeof AdapterDayjs>[0]) {
      super(options);
      const { date } = this;
      this.date = (value, timezone) =>
        date((value === undefined ? wallTimeAt(Date.now(), zone) : value) as typeof value, timezone);
    }
  };
}
