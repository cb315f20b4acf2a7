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
  const choose = useMutation({ mutationFn: changeLanguage });
  return (
    <div>
      <Choice<Language>
        label={t`Idioma`}
        value={i18n.locale as Language}
        choices={{ es: 'Español', en: 'English' }}
        onChoose={choose.mutate}
      />
      {choose.error && <FailureNotice error={choose.error} onRetry={() => choose.mutate(choose.variables)} />}
    </div>
  );
}

export function ThemeToggle() {
  const { t } = useLingui();
  const [scheme, setScheme] = useState(colorScheme);
  return (
    <Choice<ColorScheme>
      label={t`Tema`}
      value={scheme}
      choices={{ system: t`Automático`, light: t`Claro`, dark: t`Oscuro` }}
      onChoose={(choice) => {
        chooseColorScheme(choice);
        setScheme(choice);
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: Record<Value, string>;
  onChoose: (value: Value) => void;
}

/** A few words of which one holds. */
function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
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
        onChange={(_event, chosen: Value | null) => chosen && onChoose(chosen)}
      >
        {Object.entries<string>(choices).map(([choice, text]) => (
          <ToggleButton key={choice} value={choice} color="primary">
            {text}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
