import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChoices, moveChoice, resolveChoices, showChoice } from './column-choices.ts';

const COLUMNS = [
  { name: 'when' },
  { name: 'what', lead: true },
  { name: 'where' },
  { name: 'rare', isHiddenByDefault: true },
] as const;
const DEFAULTS = resolveChoices(COLUMNS, []);
const shown = (choices: typeof DEFAULTS) => applyChoices(COLUMNS, choices).map(({ name }) => name);

describe('columns', () => {
  it('are those of the table until somebody chooses', () => {
    expect(shown(DEFAULTS)).toEqual(['when', 'what', 'where']);
  });

  it('are shown, hidden and moved', () => {
    const hidden = showChoice(DEFAULTS, 'when', false);
    expect(shown(showChoice(hidden, 'rare', true))).toEqual(['what', 'where', 'rare']);
    expect(shown(moveChoice(DEFAULTS, 'where', -1))).toEqual(['when', 'where', 'what']);
    expect(moveChoice(DEFAULTS, 'when', -1)).toEqual(DEFAULTS);
    expect(moveChoice(DEFAULTS, 'rare', 1)).toEqual(DEFAULTS);
  });

  it('are dropped where the table no longer has them, and new ones come last', () => {
    const stored = [
      { name: 'gone', isShown: true },
      { name: 'where', isShown: false },
      { name: 'what', isShown: false },
    ];
    expect(resolveChoices(COLUMNS, stored)).toEqual([
      { name: 'where', isShown: false },
      { name: 'what', isShown: true },
      { name: 'when', isShown: true },
      { name: 'rare', isShown: false },
    ]);
  });

  it('are listed once each with the lead shown, whatever is stored', () => {
    const choice = fc.record({
      name: fc.constantFrom('when', 'what', 'where', 'rare', '__proto__', 'x'),
      isShown: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(choice), fc.integer({ min: -9, max: 9 }), (stored, by) => {
        const choices = moveChoice(resolveChoices(COLUMNS, stored), 'where', by);
        expect(choices.map(({ name }) => name).toSorted()).toEqual(['rare', 'what', 'when', 'where']);
        expect(shown(choices)).toContain('what');
      }),
    );
  });
});
