import { describe, expect, it } from 'vitest';
import { inquiryId } from '#console/inquiries/inquiry-queries.ts';
import type { Row } from '#console/inquiries/row.ts';
import { createJob } from '#testing/jobs.ts';
import {
  getPageIds,
  getSelectedRows,
  selectFailed,
  selectPage,
  selectWholeList,
  toggleRange,
  toggleRow,
  NO_SELECTION,
  type Selection,
} from './selection.ts';

const row = (sid: string | undefined, rest: Partial<Row> = {}): Row => ({
  adminMail: 'Ventas@ruta9.example',
  sid,
  inquiry: {} as Row['inquiry'],
  followUp: null,
  seen: false,
  isRepeat: false,
  hasLeft: false,
  ...rest,
});

const rows = ['A', 'B', 'C', 'D', 'E'].map((sid) => row(sid));
const idOf = (sid: string) => inquiryId(row(sid));
const selected = (selection: Selection, from = rows) =>
  getSelectedRows(selection, from)
    .map(({ sid }) => sid)
    .join('');

describe('a selection', () => {
  it('toggles a row, whatever the case of its key', () => {
    const one = toggleRow(NO_SELECTION, rows, idOf('b'));
    expect(selected(one)).toBe('B');
    expect(selected(toggleRow(one, rows, idOf('B')))).toBe('');
  });

  it.each([
    ['B', 'D', 'BCD'],
    ['D', 'B', 'BCD'],
    ['C', 'C', ''],
    ['A', 'E', 'ABCDE'],
  ])('extends from the last row to another: %s to %s', (from, to, expected) => {
    expect(selected(toggleRange(toggleRow(NO_SELECTION, rows, idOf(from)), rows, idOf(to)))).toBe(expected);
  });

  it('deselects a range that ends at a selected row, and begins one without an anchor', () => {
    const all = selectPage(NO_SELECTION, rows);
    expect(selected(toggleRange({ ...all, anchor: idOf('B') }, rows, idOf('D')))).toBe('AE');
    expect(selected(toggleRange(NO_SELECTION, rows, idOf('C')))).toBe('C');
    expect(selected(toggleRange({ ...NO_SELECTION, anchor: 'gone' }, rows, idOf('C')))).toBe('C');
  });

  it('skips rows of the page that have left the list, have no identifier or are not loaded', () => {
    const mixed = [
      row('A'),
      row('B', { hasLeft: true }),
      row(undefined),
      row('D', { followUp: undefined }),
      row('E'),
    ];
    expect(getPageIds(mixed)).toEqual([idOf('A'), idOf('E')]);
    expect(selected(selectPage(NO_SELECTION, mixed), mixed)).toBe('AE');
    expect(selected(toggleRow(NO_SELECTION, mixed, idOf('B')), mixed)).toBe('B');
    expect(selected(toggleRange({ ...NO_SELECTION, anchor: idOf('A') }, mixed, idOf('E')), mixed)).toBe(
      'ABE',
    );
  });

  it('becomes one of rows when a row of the whole list is deselected', () => {
    const whole = selectWholeList(toggleRow(NO_SELECTION, rows, idOf('A')));
    expect(selected(whole)).toBe('ABCDE');
    const rest = toggleRow(whole, rows, idOf('C'));
    expect(rest.isWholeList).toBe(false);
    expect(selected(rest)).toBe('ABDE');
  });

  it('counts rows on screen only', () => {
    const two = toggleRange(toggleRow(NO_SELECTION, rows, idOf('A')), rows, idOf('B'));
    expect(selected(two, rows.slice(1))).toBe('B');
  });

  it('keeps the failed rows with their reasons, and ends when none failed', () => {
    const all = { ...selectPage(NO_SELECTION, rows), isOn: true };
    const failures = new Map([[idOf('C'), 'changed-meanwhile']]);
    const result = { job: createJob({ failed: 1 }), codes: ['changed-meanwhile'] };
    expect(selectFailed(all, failures, result)).toMatchObject({ isOn: true, failures, result });
    expect(selected(selectFailed(all, failures, result))).toBe('C');
    expect(selectFailed(all, new Map(), undefined)).toEqual(NO_SELECTION);
  });
});
