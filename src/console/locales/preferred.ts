export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'vitrina-language';

/** The language chosen, else the browser's, Spanish first. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === 'es' || kept === 'en') return kept;
  return navigator.language.startsWith('en') ? 'en' : 'es';
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
