import { useLingui } from '@lingui/react/macro';
import type { Text } from '#contract/desk/doctor.ts';

export function useText(): (text: Text) => string {
  const { i18n } = useLingui();
  return (text) => text[i18n.locale === 'en' ? 'en' : 'es'];
}
