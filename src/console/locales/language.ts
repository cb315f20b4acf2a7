import { i18n } from '@lingui/core';
import { messages as spanish } from './es.po';

export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'vitrina-language';

/** The language chosen, else the browser's, Spanish first. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === 'es' || kept === 'en') return kept;
  return navigator.language.startsWith('en') ? 'en' : 'es';
}

/** Loads the language's texts and shows the page in it, without a reload. */
export async function speak(language: Language): Promise<void> {
  const messages = language === 'en' ? (await import('./en.po')).messages : spanish;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await speak(language);
}
