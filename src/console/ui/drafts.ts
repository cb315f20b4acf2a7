import { useEffect, useState } from 'react';

// What a person is writing, kept in this browser until it is saved or they sign out (`session/kept.ts`).

const PREFIX = 'vitrina-draft:';
/** Tells every part of the page that shows a draft that it was forgotten; its events are named like the draft. */
const forgotten = new EventTarget();

/**
 * A text that survives a reload, a save that failed and signing in again. An empty one is not kept.
 * @returns the text, what changes it, and what forgets it once it is saved: when told what was, only while that is still
 * what is kept, also when the page shows it no more; it says whether it did
 */
export function useDraft(name: string): [string, (text: string) => void, (saved?: string) => boolean] {
  const [shown, setShown] = useState({ name, text: keptDraft(name) });
  const current = shown.name === name ? shown : { name, text: keptDraft(name) };
  if (current !== shown) setShown(current);
  useEffect(() => {
    const clear = () => setShown({ name, text: '' });
    forgotten.addEventListener(name, clear);
    return () => forgotten.removeEventListener(name, clear);
  }, [name]);
  const write = (text: string) => {
    setShown({ name, text });
    try {
      if (text) localStorage.setItem(PREFIX + name, text);
      else localStorage.removeItem(PREFIX + name);
    } catch {
      // A browser that keeps nothing still shows what is typed.
    }
  };
  const forget = (saved?: string) => {
    if (saved !== undefined && keptDraft(name) !== saved) return false;
    write('');
    forgotten.dispatchEvent(new Event(name));
    return true;
  };
  return [current.text, write, forget];
}

/** What is kept of a text; empty: nothing. */
export function keptDraft(name: string): string {
  return localStorage.getItem(PREFIX + name) ?? '';
}

/** Every text that is kept under a name that begins so. */
export function keptDrafts(beginning: string): { name: string; text: string }[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX + beginning))
    .map((key) => key.slice(PREFIX.length))
    .map((name) => ({ name, text: keptDraft(name) }));
}

/** Deletes drafts, also where they are shown. */
export function forgetDrafts(...names: string[]): void {
  for (const name of names) {
    localStorage.removeItem(PREFIX + name);
    forgotten.dispatchEvent(new Event(name));
  }
}
