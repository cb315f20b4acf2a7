import { type MessageDescriptor, type MessageOptions, i18n } from '@lingui/core';
import { loadCode } from '#console/api/load-code.ts';
import { localeOf } from '#console/ui/formats.ts';
import { messages as spanish } from './es.po';
import { type Language, keepLanguage } from './preferred.ts';

// Two catalogs for each language (lingui.config.ts): what the first screen says is here with it, in Spanish without
// being asked for; the rest comes with the first page that comes later.

const first = {
  es: () => Promise.resolve({ messages: spanish }),
  en: () => loadCode(() => import('./en.po')),
};
const later = {
  es: () => loadCode(() => import('./later/es.po')),
  en: () => loadCode(() => import('./later/en.po')),
};
let laterToo = false;

// Lingui reads `\u003c` and `\x3c` in the finished text as letters, also where a value brought them.
const say = i18n._.bind(i18n);
const asWrittenBy: typeof i18n._ = (
  message: string | MessageDescriptor,
  values?: Values,
  options?: MessageOptions,
) =>
  typeof message === 'string'
    ? say(message, asWritten(values), options)
    : say({ ...message, values: asWritten(message.values ?? values) } as MessageDescriptor);
i18n._ = asWrittenBy;
i18n.t = asWrittenBy;

type Values = Record<string, unknown>;

function asWritten(values: Values | undefined): Values | undefined {
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? value.replaceAll(/\\(?=[ux])/g, String.raw`\u005c`) : value,
      ]),
    )
  );
}

/** Loads the language's texts and shows the page in it, without a reload. */
export async function speak(language: Language): Promise<void> {
  const catalogs = await Promise.all([first[language](), ...(laterToo ? [later[language]()] : [])]);
  for (const { messages } of catalogs) i18n.load(language, messages);
  i18n.activate(language, localeOf(language));
  document.documentElement.lang = language;
}

/** The texts of the pages that come later, in the language that is spoken. */
export async function loadLaterTexts(): Promise<void> {
  if (laterToo) return;
  const language = i18n.locale as Language;
  i18n.load(language, (await later[language]()).messages);
  laterToo = true;
}

export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language);
  keepLanguage(language);
}
