import { useEffect, useState } from 'react';

const PREFIX = 'vitrina-draft:';
const discardEvents = new EventTarget();

/** The last function discards the draft: given the saved text, only if it is the same, and returns whether it did. */
export function useDraft(name: string): [string, (text: string) => void, (saved?: string) => boolean] {
  const [shown, setShown] = useState({ name, text: storedDraft(name) });
  const current = shown.name === name ? shown : { name, text: storedDraft(name) };
  if (current !== shown) setShown(current);
  useEffect(() => {
    const clear = () => setShown({ name, text: '' });
    discardEvents.addEventListener(name, clear);
    return () => discardEvents.removeEventListener(name, clear);
  }, [name]);
  const write = (text: string) => {
    setShown({ name, text });
    try {
      if (text) localStorage.setItem(PREFIX + name, text);
      else localStorage.removeItem(PREFIX + name);
    } catch {
      // The text still lives in the state.
    }
  };
  const discard = (saved?: string) => {
    if (saved !== undefined && storedDraft(name) !== saved) return false;
    write('');
    discardEvents.dispatchEvent(new Event(name));
    return true;
  };
  return [current.text, write, discard];
}

export function storedDraft(name: string): string {
  return localStorage.getItem(PREFIX + name) ?? '';
}

export function storedDrafts(prefix: string): { name: string; text: string }[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX + prefix))
    .map((key) => key.slice(PREFIX.length))
    .map((name) => ({ name, text: storedDraft(name) }));
}

export function removeDrafts(...names: string[]): void {
  for (const name of names) {
    localStorage.removeItem(PREFIX + name);
    discardEvents.dispatchEvent(new Event(name));
  }
}
