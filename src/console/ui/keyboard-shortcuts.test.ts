import { describe, expect, it } from 'vitest';
import { Keyboard, type Shortcut } from './keyboard-shortcuts.ts';

const shortcut = (keys: string): Shortcut => ({ keys, label: keys, run: () => {} });
const SHORTCUTS = ['j', '?', '[', 'Escape', 'Enter', 'a', 'X', 'g i', 'g a', 'Mod+k'].map(shortcut);

interface Pressed {
  key: string;
  at?: number;
  shift?: boolean;
  ctrl?: boolean;
  alt?: boolean;
  meta?: boolean;
  altGraph?: boolean;
}

function meaning(presses: readonly (string | Pressed)[], shortcuts: readonly Shortcut[] = SHORTCUTS) {
  const keyboard = new Keyboard();
  let meant: Shortcut | undefined;
  for (const [index, press] of presses.entries()) {
    const { key, at, shift, ctrl, alt, meta, altGraph } = typeof press === 'string' ? { key: press } : press;
    meant = keyboard.press(
      {
        key,
        timeStamp: at ?? 5000 + index * 100,
        shiftKey: shift ?? false,
        ctrlKey: ctrl ?? false,
        altKey: alt ?? false,
        metaKey: meta ?? false,
        getModifierState: (name) => name === 'AltGraph' && (altGraph ?? false),
      },
      shortcuts,
    );
  }
  return meant?.keys;
}

describe('a key', () => {
  it.each<[string, Pressed, string | undefined]>([
    ['a letter', { key: 'j' }, 'j'],
    ['a letter under CapsLock', { key: 'J' }, 'j'],
    ['a letter with Shift, which is no shortcut', { key: 'J', shift: true }, undefined],
    ['a letter with Shift under CapsLock', { key: 'x', shift: true }, 'X'],
    ['a name', { key: 'Escape' }, 'Escape'],
    ['a sign that takes Shift on one layout', { key: '?', shift: true }, '?'],
    ['a sign without Shift', { key: '?' }, '?'],
    ['a sign by AltGr, as Linux reports it', { key: '[', altGraph: true }, '['],
    ['a sign by AltGr, as Windows reports it', { key: '[', altGraph: true, ctrl: true, alt: true }, '['],
    ['a letter with Ctrl', { key: 'j', ctrl: true }, undefined],
    ['a letter with Alt', { key: 'j', alt: true }, undefined],
    ['a letter with Cmd', { key: 'j', meta: true }, undefined],
    ['a sign with Cmd and AltGr', { key: '[', meta: true, altGraph: true }, undefined],
    ['a letter with Ctrl that is a shortcut', { key: 'k', ctrl: true }, 'Mod+k'],
    ['a letter with Ctrl under CapsLock', { key: 'K', ctrl: true }, 'Mod+k'],
    ['a letter with Ctrl and Shift', { key: 'K', ctrl: true, shift: true }, undefined],
    ['a letter with Ctrl and Alt', { key: 'k', ctrl: true, alt: true }, undefined],
    ['a letter without its Ctrl', { key: 'k' }, undefined],
    ['a key without a shortcut', { key: 'q' }, undefined],
    ['a dead key', { key: 'Dead' }, undefined],
    ['a letter of another script', { key: 'ж' }, undefined],
  ])('%s, pressed as %j, runs %s', (_, press, meant) => expect(meaning([press])).toBe(meant));

  it('runs the shortcut that was added last', () => {
    const [early, late] = [shortcut('j'), shortcut('j')];
    const keyboard = new Keyboard();
    const press = { key: 'j', timeStamp: 1, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
    expect(keyboard.press({ ...press, getModifierState: () => false }, [early, late])).toBe(late);
  });
});

describe('a sequence of keys', () => {
  it.each<[string, (string | Pressed)[], string | undefined]>([
    ['two keys run their shortcut', ['g', 'i'], 'g i'],
    ['the first alone does nothing', ['g'], undefined],
    ['a second key that is too late does nothing', ['g', { key: 'i', at: 6600 }], undefined],
    ['a second key that is too late runs its own shortcut', ['g', { key: 'a', at: 6600 }], 'a'],
    ['a second key in time runs the sequence', ['g', { key: 'a', at: 6400 }], 'g a'],
    ['an unknown second key does nothing, also where it is a shortcut by itself', ['g', 'j'], undefined],
    ['the key after an unknown second one runs its own shortcut', ['g', 'j', 'a'], 'a'],
    ['a first one more', ['g', 'g', 'i'], undefined],
    ['Shift between them is no press', ['g', { key: 'Shift', shift: true }, 'i'], 'g i'],
    ['CapsLock is no matter', ['G', 'I'], 'g i'],
    ['not by a first with Ctrl', [{ key: 'g', ctrl: true }, 'a'], 'a'],
    ['not by a second with Ctrl', ['g', { key: 'a', ctrl: true }], undefined],
    ['Escape forgets the first', ['g', 'Escape', 'a'], 'a'],
  ])('%s', (_, presses, meant) => expect(meaning(presses)).toBe(meant));

  it('a key that is a shortcut by itself does not wait for a second key', () => {
    expect(meaning(['g'], [...SHORTCUTS, shortcut('g')])).toBe('g');
  });
});
