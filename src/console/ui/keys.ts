import { useEffect, useRef, useSyncExternalStore } from 'react';

// Single keys, outside of inputs. Every one has a button or a link that does the same, and all can be switched off.

export const KEYS_KEY = 'vitrina-keys';

export interface Shortcut {
  /** A key as `KeyboardEvent.key` names it, or two after each other: `j`, `Escape`, `g i`. */
  keys: string;
  /** What it does, for the list of them. */
  label: string;
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
  useEffect(() => {
    Object.assign(group.current, { title, shortcuts });
  });
  useEffect(() => {
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

/** How long the first key of two waits for the second, ms. */
const SECOND_KEY_MS = 1500;
let first: { key: string; at: number } | undefined;

/** Hears keys for the whole page. @returns what ends it */
export function hearKeys(): () => void {
  const heard = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTypedInto(event.target) || document.querySelector('[role=dialog],[role=menu],[role=listbox]'))
      return;
    // Escape is no character, and closes things also for who wants no shortcuts.
    if (event.key !== 'Escape' && !keysAreOn()) return;
    const before = first && event.timeStamp - first.at < SECOND_KEY_MS ? `${first.key} ` : '';
    first = undefined;
    const all = groups.flatMap(({ shortcuts }) => shortcuts);
    const meant =
      all.findLast(({ keys }) => before && keys === before + event.key) ??
      all.findLast(({ keys }) => keys === event.key);
    if (meant) {
      event.preventDefault();
      meant.run();
    } else if (all.some(({ keys }) => keys.startsWith(`${event.key} `)))
      first = { key: event.key, at: event.timeStamp };
  };
  addEventListener('keydown', heard);
  return () => removeEventListener('keydown', heard);
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])',
      ))
  );
}
