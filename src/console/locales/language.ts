import { type MessageDescriptor, type MessageOptions, type Messages, i18n } from '@lingui/core';
import { loadCode } from '#console/api/load-code.ts';
import { localeOf } from '#console/ui/formats.ts';
import { type Language, saveLanguage } from './preferred-language.ts';

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  es: () => loadCode(() => import('./es.po')),
  en: () => loadCode(() => import('./en.po')),
};

type Values = Record<string, unknown>;

// Lingui unescapes `\u003c` and `\x3c` in the finished message, also where they come from a value.
const translate = i18n._.bind(i18n);
const translateEscaped: typeof i18n._ = (
  message: string | MessageDescriptor,
  values?: Values,
  options?: MessageOptions,
) =>
  typeof message === 'string'
    ? translate(message, escapeValues(values), options)
    : translate({ ...message, values: escapeValues(message.values ?? values) } as MessageDescriptor);
i18n._ = translateEscaped;
i18n.t = translateEscaped;

function escapeValues(values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/\\(?=[ux])/g, String.raw`\u005c`) : value,
    ]),
  );
}

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
