import { expect, test } from 'vitest';
import { formatBalanceSearch, parseBalanceAddress } from './address.ts';

const TODAY = '2026-03-05';

test.each([
  ['', { from: '2026-02-04', to: TODAY }],
  ['from=hoy', { from: TODAY, to: TODAY }],
  ['from=ayer&to=ayer', { from: '2026-03-04', to: '2026-03-04' }],
  [
    'from=2026-03-01&to=2026-03-02&agency=a@b.example',
    { from: '2026-03-01', to: '2026-03-02', agency: 'a@b.example' },
  ],
  ['from=2025-12-04', { from: '2025-12-04', to: TODAY }],
  ['from=2025-12-03', { from: '2025-12-04', to: TODAY }],
  ['from=2026-03-04&to=2026-03-02', { from: '2026-03-02', to: '2026-03-02' }],
])('%s is %o', (search, expected) => {
  expect(parseBalanceAddress(new URLSearchParams(search), TODAY)).toEqual({ ...expected, unreadable: [] });
});

test('what cannot be read is named, and left out', () => {
  const address = parseBalanceAddress(new URLSearchParams('from=mañana&to=hoy'), TODAY);
  expect(address).toEqual({
    from: '2026-02-04',
    to: TODAY,
    unreadable: [{ parameter: 'from', value: 'mañana' }],
  });
});

test('a search has the values that there are', () => {
  expect(formatBalanceSearch({ from: TODAY, to: undefined })).toBe(`from=${TODAY}`);
});
