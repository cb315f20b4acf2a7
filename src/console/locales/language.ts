import { type MessageDescriptor, type MessageOptions, type Messages, i18n } from '@lingui/core';
import { loadCode } from '#console/api/load-code.ts';
import { localeOf } from '#console/ui/formats.ts';
import { type Language, saveLanguage } from './preferred-language.ts';

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  es: () => loadCode(() => import('./es.po')),
  en: () => loadCode(() => import('./en.po')),
};

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
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]();
  i18n.load(language, messages);
  i18n.activate(language, localeOf(language));
  document.documentElement.lang = language;
}

export async function changeLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  saveLanguage(language);
}
