import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

// Single keys, outside of inputs. Every one has a button or a link that does the same, and all can be switched off.

export const KEYS_KEY = 'vitrina-keys';

export interface Shortcut {
  /** A key as `KeyboardEvent.key` names it, or two after each other: `j`, `Escape`, `g i`. */
  keys: string;
  /** What it does, for the list of them. */
  label: string;
  /** Whether a key held down does it again and again: for what only moves. */
  repeats?: boolean;
  run: () => void;
}

interface Group {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** Groups of shortcuts of what is on the page, what came last at the end. */
let groups: readonly Group[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Group[]): void {
  groups = next;
  for (const listener of listeners) listener();
}

/** The shortcuts that hold while the component stands; of two with the same keys that of the later component is meant. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef<Group>({ title, shortcuts });
  // Before the frame that shows what they are about: a key pressed at once means what is seen.
  useLayoutEffect(() => {
    Object.assign(group.current, { title, shortcuts });
  });
  useLayoutEffect(() => {
    const mine = group.current;
    change([...groups, mine]);
    return () => change(groups.filter((other) => other !== mine));
  }, []);
}

/** Everything that can be pressed now, for the list of shortcuts. */
export function useShortcutGroups(): readonly Group[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => groups,
  );
}

export function keysAreOn(): boolean {
  return localStorage.getItem(KEYS_KEY) !== 'off';
}

export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEYS_KEY);
  else localStorage.setItem(KEYS_KEY, 'off');
}

/** Hears keys for the whole page. @returns what ends it */
export function hearKeys(): () => void {
  const keyboard = new Keyboard();
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isAnothers(event.target, event.key)) return;
    if (document.querySelector('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]')) return;
    // It closes first what lies over the page.
    if (event.key === 'Escape' && document.querySelector(':popover-open')) return;
    // Keys that are no character hold also for who wants no shortcuts: nobody says them by speaking.
    if (event.key.length === 1 && !keysAreOn()) return;
    const meant = keyboard.press(
      event,
      groups.flatMap(({ shortcuts }) => shortcuts),
    );
    if (!meant) return;
    event.preventDefault();
    if (!event.repeat || meant.repeats) meant.run();
  };
  addEventListener('keydown', heard);
  return () => removeEventListener('keydown', heard);
}

type Press = Pick<
  KeyboardEvent,
  'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** How long the first key of two waits for the second, ms. */
const SECOND_KEY_MS = 1500;
/** Keys that are held to change another: no press by themselves, and the first key of two outlasts them. */
const MODIFIERS = new Set(['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'Meta', 'Fn', 'NumLock']);

/** Remembers the first key of two, and says what a press means. */
export class Keyboard {
  #first: { key: string; at: number } | undefined;

  press(event: Press, shortcuts: readonly Shortcut[]): Shortcut | undefined {
    if (MODIFIERS.has(event.key)) return undefined;
    const first = this.#first && event.timeStamp - this.#first.at < SECOND_KEY_MS && this.#first.key;
    this.#first = undefined;
    // With AltGr a layout makes characters such as `[`, and Windows then reports Ctrl and Alt as well.
    const writes = event.getModifierState('AltGraph');
    if (event.metaKey || (!writes && (event.ctrlKey || event.altKey))) return undefined;
    const key = characterKey(event);
    // The second key alone would do something else than who began with the first had in mind.
    if (first) return shortcuts.findLast(({ keys }) => keys === `${first} ${key}`);
    const meant = shortcuts.findLast(({ keys }) => keys === key);
    if (!meant && shortcuts.some(({ keys }) => keys.startsWith(`${key} `)))
      this.#first = { key, at: event.timeStamp };
    return meant;
  }
}

/** Of letters it is Shift that counts, and not what CapsLock makes of them. */
function characterKey({ key, shiftKey }: Press): string {
  if (key.length !== 1 || key.toLowerCase() === key.toUpperCase()) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** Whether what is focused has its own use for the key. */
function isAnothers(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target.matches(
      'textarea, select, [role=combobox], input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
    )
  )
    return true;
  return (key === 'Enter' || key === ' ') && target.closest('a[href], button, summary, input') !== null;
}
