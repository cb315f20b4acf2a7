import { i18n } from '@lingui/core';
import { messages as spanish } from './es.po';
import { type Language, keepLanguage } from './preferred.ts';

/** Loads the language's texts and shows the page in it, without a reload. */
export async function speak(language: Language): Promise<void> {
  const messages = language === 'en' ? (await import('./en.po')).messages : spanish;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await speak(language);
}
