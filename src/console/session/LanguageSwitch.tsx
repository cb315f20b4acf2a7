import { useLingui } from '@lingui/react';
import Button from '@mui/material/Button';
import { chooseLanguage } from '#console/locales/language.ts';

/** The other language, in its own words. */
export function LanguageSwitch() {
  const { i18n } = useLingui();
  const other = i18n.locale === 'es' ? 'en' : 'es';
  return (
    <Button size="small" lang={other} onClick={() => void chooseLanguage(other)}>
      {other === 'en' ? 'English' : 'Español'}
    </Button>
  );
}
