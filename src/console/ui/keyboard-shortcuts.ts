import { useLayoutEffect, useRef } from 'react';
import { createStore, useStore } from '#console/api/store.ts';

// Keyboard shortcuts. Each repeats a button or a link. Those without a modifier work outside of inputs, and all single
// characters can be switched off (WCAG 2.1.4).

export const SHORTCUTS_STORAGE_KEY = 'vitrina-keys';

const isApple = /^(mac|ip)/i.test(navigator.platform);
export const MOD_LABEL = isApple ? '⌘' : 'Ctrl';

export interface Shortcut {
  /** Keys are `j`, `Escape`, a sequence `g i`, or `Mod+k`; without keys the command palette alone has it. */
  keys: string | undefined;
  label: string;
  repeats?: boolean;
  /** The key says why it cannot act. */
  disabledReason?: string | undefined;
  run: () => void;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

const groups = createStore<readonly ShortcutGroup[]>([]);

export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const group = useRef<ShortcutGroup>({ title, shortcuts });
  // A layout effect makes a key never act on what the next frame no longer shows.
  useLayoutEffect(() => {
    Object.assign(group.current, { title, shortcuts });
  });
  useLayoutEffect(() => {
    const own = group.current;
    groups.set([...groups.get(), own]);
    return () => groups.set(groups.get().filter((other) => other !== own));
  }, []);
}

export function useShortcutGroups(): readonly ShortcutGroup[] {
  return useStore(groups).map(({ title, shortcuts }) => ({
    title,
    shortcuts: shortcuts.filter(({ disabledReason }) => disabledReason === undefined),
  }));
}

export const shortcutNotice = createStore<{ text: string } | undefined>(undefined);

export function showShortcutNotice(text: string): void {
  shortcutNotice.set({ text });
}

/** The shortcuts in the order in which the last one counts: those that can act come last. */
function listShortcuts(): Shortcut[] {
  const canAct = ({ disabledReason }: Shortcut) => Number(disabledReason === undefined);
  return groups
    .get()
    .flatMap(({ shortcuts }) => shortcuts)
    .toSorted((a, b) => canAct(a) - canAct(b));
}

export function runShortcut(label: string): void {
  listShortcuts()
    .findLast((shortcut) => shortcut.label === label)
    ?.run();
}

export function areShortcutsEnabled(): boolean {
  return localStorage.getItem(SHORTCUTS_STORAGE_KEY) !== 'off';
}

export function setShortcutsEnabled(on: boolean): void {
  if (on) localStorage.removeItem(SHORTCUTS_STORAGE_KEY);
  else localStorage.setItem(SHORTCUTS_STORAGE_KEY, 'off');
}

export function listenForShortcuts(): () => void {
  const keyboard = new Keyboard();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const hasModifier = isModified(event);
    if (!hasModifier && isHandledByTarget(event.target, event.key)) return;
    if (document.querySelector('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]')) return;
    // Escape closes the popover first.
    if (event.key === 'Escape' && document.querySelector(':popover-open')) return;
    // Single characters alone are switched off: speech input triggers no others (WCAG 2.1.4).
    if (event.key.length === 1 && !hasModifier && !areShortcutsEnabled()) return;
    const shortcut = keyboard.press(event, listShortcuts());
    if (!shortcut) return;
    event.preventDefault();
    if (event.repeat && !shortcut.repeats) return;
    shortcutNotice.set(undefined);
    if (shortcut.disabledReason === undefined) shortcut.run();
    else showShortcutNotice(shortcut.disabledReason);
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}

type Press = Pick<
  KeyboardEvent,
  'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

const SEQUENCE_TIMEOUT_MS = 1500;
const MODIFIERS = new Set(['Shift', 'CapsLock', 'AltGraph', 'Control', 'Alt', 'Meta', 'Fn', 'NumLock']);

export class Keyboard {
  #first: { key: string; at: number } | undefined;

  press(event: Press, shortcuts: readonly Shortcut[]): Shortcut | undefined {
    if (MODIFIERS.has(event.key)) return undefined;
    const first = this.#first && event.timeStamp - this.#first.at < SEQUENCE_TIMEOUT_MS && this.#first.key;
    this.#first = undefined;
    if (isModified(event))
      return shortcuts.findLast(({ keys }) => keys === `Mod+${event.key.toLowerCase()}` && isOnlyMod(event));
    const key = characterKey(event);
    // The second key of a sequence never runs its own shortcut.
    if (first) return shortcuts.findLast(({ keys }) => keys === `${first} ${key}`);
    const shortcut = shortcuts.findLast(({ keys }) => keys === key);
    if (!shortcut && shortcuts.some(({ keys }) => keys?.startsWith(`${key} `)))
      this.#first = { key, at: event.timeStamp };
    return shortcut;
  }
}

/** A layout makes characters such as `[` with AltGr, and Windows then reports Ctrl and Alt as well. */
function isModified(event: Press): boolean {
  const isAltGraph = event.getModifierState('AltGraph');
  return event.metaKey || (!isAltGraph && (event.ctrlKey || event.altKey));
}

/** Ctrl on a Mac moves and deletes in inputs. */
function isOnlyMod({ metaKey, ctrlKey, altKey, shiftKey }: Press): boolean {
  return !altKey && !shiftKey && (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

function characterKey({ key, shiftKey }: Press): string {
  if (key.length !== 1 || key.toLowerCase() === key.toUpperCase()) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

function isHandledByTarget(target: EventTarget | null, key: string): boolean {
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
