export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_KEY = 'vitrina-language';

/** The language chosen, else the browser's, Spanish first. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(LANGUAGE_KEY);
  if (kept === 'es' || kept === 'en') return kept;
  return navigator.language.startsWith('en') ? 'en' : 'es';
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
}
