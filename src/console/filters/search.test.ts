import { describe, expect, it } from 'vitest';
import { changedLogSearch, oneOf, parseLogAddress, resolveDays, textUpTo } from './log-address.ts';
import { changedSearch, searchReader } from './search.ts';

const at = (search: string) => new URLSearchParams(search);

describe('a search', () => {
  it('loses the parameters that become empty, and keeps the rest', () =>
    expect(changedSearch(at('q=a&state=sent&other=1'), { q: '', state: undefined, role: 'seller' })).toBe(
      'other=1&role=seller',
    ));

  it('is parsed, and its unreadable parameters are listed', () => {
    const { read, unreadable } = searchReader(at('state= sent &role=queen&q='));
    expect(read('state', (text) => text)).toBe('sent');
    expect(read('role', () => undefined)).toBeUndefined();
    expect(read('q', () => undefined)).toBeUndefined();
    expect(unreadable).toEqual([{ parameter: 'role', value: 'queen' }]);
  });
});

describe("a log's address", () => {
  const read = (search: string) =>
    parseLogAddress(at(search), { agency: textUpTo(5), outcome: oneOf(['done', 'refused']) });
  const id = '01HZX9A0B1C2D3E4F5G6H7J8K9';

  it('keeps its valid parameters and nothing else', () => {
    expect(read('')).toEqual({ query: {}, unreadable: [] });
    expect(read(`from=-7d&to=2026-11-20&agency=a@b&outcome=done&before=${id}&x=1`).query).toEqual({
      from: '-7d',
      to: '2026-11-20',
      agency: 'a@b',
      outcome: 'done',
      before: id,
    });
  });

  it('leaves out unreadable parameters and lists them', () =>
    expect(read('from=manana&agency=larger&outcome=x&before=1')).toEqual({
      query: {},
      unreadable: [
        { parameter: 'from', value: 'manana' },
        { parameter: 'agency', value: 'larger' },
        { parameter: 'outcome', value: 'x' },
        { parameter: 'before', value: '1' },
      ],
    }));

  it('resolves relative days', () =>
    expect(resolveDays({ from: '-7d', to: 'hoy', before: id }, '2026-11-21')).toEqual({
      from: '2026-11-14',
      to: '2026-11-21',
      before: id,
    }));

  it('goes back to the newest when a filter changes', () => {
    expect(changedLogSearch(at(`before=${id}&from=hoy`), { from: '-7d' })).toBe('from=-7d');
    expect(changedLogSearch(at('from=hoy'), { before: id })).toBe(`from=hoy&before=${id}`);
  });
});
