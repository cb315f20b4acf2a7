import { useLingui } from '@lingui/react/macro';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeLanguage } from '#console/locales/language.ts';
import type { Language } from '#console/locales/preferred-language.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { type ColorScheme, chooseColorScheme, colorScheme } from '#console/ui/color-scheme.ts';

export function LanguageToggle() {
  const { t, i18n } = useLingui();
  const change = useMutation({ mutationFn: changeLanguage });
  return (
    <div>
      <LabelledToggle<Language>
        label={t`Idioma`}
        value={i18n.locale as Language}
        options={{ es: 'Español', en: 'English' }}
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
    <LabelledToggle<ColorScheme>
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

interface ToggleProps<Value extends string> {
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

function LabelledToggle<Value extends string>({ label, value, options, onChange }: ToggleProps<Value>) {
  return (
    <div>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        aria-label={label}
        value={value}
        onChange={(_event, option: Value | null) => option && onChange(option)}
      >
        {Object.entries<string>(options).map(([option, text]) => (
          <ToggleButton key={option} value={option} color="primary">
            {text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
