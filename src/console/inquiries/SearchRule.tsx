import { Trans } from '@lingui/react/macro';

/** Which words a search finds (`SEARCH_LIMITS`). */
export const SearchRule = () => (
  <Trans>Se buscan palabras de al menos dos letras o tres números, hasta ocho.</Trans>
);
