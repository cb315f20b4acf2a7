import { useLingui } from '@lingui/react/macro';
import { parseUserAgent } from './parse-user-agent.ts';

export function useClientName(userAgent: string): string {
  const { t } = useLingui();
  const { browser, system } = parseUserAgent(userAgent);
  return browser && system ? t`${browser} en ${system}` : (browser ?? system ?? t`Navegador desconocido`);
}
