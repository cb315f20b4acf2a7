import { useLingui } from '@lingui/react/macro';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, esES, type PickersLocaleText } from '@mui/x-date-pickers/locales';
import 'dayjs/locale/en-gb.js';
import 'dayjs/locale/es.js';
import type { ReactNode } from 'react';
import { pickerAdapter } from './picker-dates.ts';
import { useTimeZone } from './time-zone.ts';

const LOCALES = {
  es: { adapterLocale: 'es', texts: { ...getTexts(esES), day: 'Día' } },
  en: { adapterLocale: 'en-gb', texts: getTexts(enUS) },
};

function getTexts({ components }: typeof esES) {
  // The type of MUI is not written for `exactOptionalPropertyTypes`.
  return components.MuiLocalizationProvider.defaultProps.localeText as Partial<PickersLocaleText>;
}

export function usePickersLocale() {
  const { i18n } = useLingui();
  return LOCALES[i18n.locale === 'en' ? 'en' : 'es'];
}

interface Props {
  zone?: string;
  children: ReactNode;
}

export function PickersLocale({ zone, children }: Props) {
  const { adapterLocale, texts } = usePickersLocale();
  const serviceZone = useTimeZone();
  return (
    <LocalizationProvider
      dateAdapter={pickerAdapter(zone ?? serviceZone)}
      adapterLocale={adapterLocale}
      localeText={texts}
    >
      {children}
    </LocalizationProvider>
  );
}
