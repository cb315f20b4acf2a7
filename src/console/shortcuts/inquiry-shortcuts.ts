import { useLingui } from '@lingui/react/macro';
import { matchPath, useLocation } from 'react-router';
import { patterns } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import type { Shortcut } from '#console/ui/keyboard-shortcuts.ts';

type InquiryShortcut = Pick<Shortcut, 'keys' | 'label' | 'disabledReason'>;

/** Shortcuts of an inquiry, also while none is open and their code may not be loaded. */
export function useInquiryShortcuts(): readonly InquiryShortcut[] {
  const { t } = useLingui();
  const { may } = useSession();
  const { pathname } = useLocation();
  if (!matchPath(patterns.inbox, pathname)) return [];
  const disabledReason = may.includes('changeFollowUp')
    ? undefined
    : t`Con tu rol no se cambia el seguimiento`;
  return [
    { keys: 'c', label: t`Llamar` },
    { keys: 'w', label: t`WhatsApp` },
    { keys: 'm', label: t`Correo` },
    { keys: 'r', label: t`Responder con una plantilla` },
    { keys: 'e', label: t`Marcar como contactada`, disabledReason },
    { keys: 's', label: t`Posponer`, disabledReason },
    { keys: 'n', label: t`Escribir una nota`, disabledReason },
    { keys: 'a', label: t`Pasarla a otra persona`, disabledReason },
    { keys: 'z', label: t`Deshacer lo último`, disabledReason },
    { keys: 'y', label: t`Copiar el enlace` },
    { keys: 'u', label: t`Volver a la lista` },
    { keys: 'Escape', label: t`Volver a la lista` },
  ];
}
