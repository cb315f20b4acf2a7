import { useLingui } from '@lingui/react';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { changeLanguage } from '#console/locales/language.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';

export function LanguageSwitch() {
  const { i18n } = useLingui();
  const change = useMutation({ mutationFn: changeLanguage });
  const other = i18n.locale === 'es' ? 'en' : 'es';
  return (
    <>
      <Button size="small" lang={other} loading={change.isPending} onClick={() => change.mutate(other)}>
        {other === 'en' ? 'English' : 'Español'}
      </Button>
      {change.error && <FailureNotice error={change.error} onRetry={() => change.mutate(other)} />}
    </>
  );
}
