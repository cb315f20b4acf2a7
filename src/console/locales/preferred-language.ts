export type Language = 'es' | 'en';

export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Español', en: 'English' };

export const LANGUAGE_KEY = 'vitrina-language';

export function preferredLanguage(): Language {
  const saved = localStorage.getItem(LANGUAGE_KEY);
  if (saved === 'es' || saved === 'en') return saved;
  return navigator.language.startsWith('en') ? 'en' : 'es';
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE_KEY, language);
}
