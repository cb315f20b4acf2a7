import { i18n } from '@lingui/core';
import { messages as spanish } from './es.po';
import { type Language, keepLanguage } from './preferred.ts';

// Two catalogs for each language (lingui.config.ts): what the first screen says is here with it, in Spanish without
// being asked for; the rest comes with the first page that comes later.

const first = {
  es: () => Promise.resolve({ messages: spanish }),
  en: () => import('./en.po'),
};
const later = {
  es: () => import('./later/es.po'),
  en: () => import('./later/en.po'),
};
let laterToo = false;

/** Loads the language's texts and shows the page in it, without a reload. */
export async function speak(language: Language): Promise<void> {
  const catalogs = await Promise.all([first[language](), ...(laterToo ? [later[language]()] : [])]);
  for (const { messages } of catalogs) i18n.load(language, messages);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** The texts of the pages that come later, in the language that is spoken. */
export async function speakLaterToo(): Promise<void> {
  if (laterToo) return;
  const language = i18n.locale as Language;
  i18n.load(language, (await later[language]()).messages);
  laterToo = true;
}

export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await speak(language);
}
