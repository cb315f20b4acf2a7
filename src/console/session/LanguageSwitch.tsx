import { useLingui } from '@lingui/react';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { changeLanguage } from '#console/locales/language.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';

/** The other language, in its own words. */
export function LanguageSwitch() {
  const { i18n } = useLingui();
  const choose = useMutation({ mutationFn: changeLanguage });
  const other = i18n.locale === 'es' ? 'en' : 'es';
  return (
    <>
      <Button size="small" lang={other} loading={choose.isPending} onClick={() => choose.mutate(other)}>
        {other === 'en' ? 'English' : 'Español'}
      </Button>
      {choose.error && <FailureNotice error={choose.error} onRetry={() => choose.mutate(other)} />}
    </>
  );
}
