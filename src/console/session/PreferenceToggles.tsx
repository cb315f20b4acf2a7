import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeLanguage } from '#console/locales/language.ts';
import { LANGUAGE_NAMES, type Language } from '#console/locales/preferred-language.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { type ColorScheme, chooseColorScheme, colorScheme } from '#console/ui/color-scheme.ts';
import { LabelledToggleChoice } from '#console/ui/ToggleChoice.tsx';

export function LanguageToggle() {
  const { t, i18n } = useLingui();
  const change = useMutation({ mutationFn: changeLanguage });
  return (
    <div>
      <LabelledToggleChoice<Language>
        label={t`Idioma`}
        value={i18n.locale as Language}
        options={LANGUAGE_NAMES}
        onChange={change.mutate}
      />
      {change.error && <FailureNotice error={change.error} onRetry={() => change.mutate(change.variables)} />}
    </div>
  );
}

export function ThemeToggle() {
  const { t } = useLingui();
  const [scheme, setScheme] = useState(colorScheme);
  return (
    <LabelledToggleChoice<ColorScheme>
      label={t`Tema`}
      value={scheme}
      options={{ system: t`Automático`, light: t`Claro`, dark: t`Oscuro` }}
      onChange={(scheme) => {
        chooseColorScheme(scheme);
        setScheme(scheme);
      }}
    />
  );
}
