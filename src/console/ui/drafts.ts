import { useState } from 'react';

// What a person is writing, kept in this browser until it is saved or they sign out (`session/kept.ts`).

const PREFIX = 'vitrina-draft:';

/**
 * A text that survives a reload, a save that failed and signing in again. An empty one is not kept.
 * @returns the text, what changes it, and what forgets it once it is saved
 */
export function useDraft(name: string): [string, (text: string) => void, () => void] {
  const [shown, setShown] = useState({ name, text: keptDraft(name) });
  const current = shown.name === name ? shown : { name, text: keptDraft(name) };
  if (current !== shown) setShown(current);
  const write = (text: string) => {
    setShown({ name, text });
    try {
      if (text) localStorage.setItem(PREFIX + name, text);
      else localStorage.removeItem(PREFIX + name);
    } catch {
      // A browser that keeps nothing still shows what is typed.
    }
  };
  return [current.text, write, () => write('')];
}

function keptDraft(name: string): string {
  return localStorage.getItem(PREFIX + name) ?? '';
}
