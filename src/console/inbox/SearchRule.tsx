import { Trans } from '@lingui/react/macro';

export const SearchRule = () => (
  <Trans>Se buscan palabras de al menos dos letras o tres números, hasta ocho.</Trans>
);
