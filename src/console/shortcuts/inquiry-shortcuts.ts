import { useLingui } from '@lingui/react/macro';
import { matchPath, useLocation } from 'react-router';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import type { Shortcut } from '#console/ui/keyboard-shortcuts.ts';

/** The list shows these shortcuts while no inquiry is open and their code may not be loaded. */
export function useInquiryShortcuts(): readonly Pick<Shortcut, 'keys' | 'label'>[] {
  const { t } = useLingui();
  const { may } = useSession();
  const { pathname } = useLocation();
  if (!matchPath(paths.inquiries(), pathname)) return [];
  return [
    { keys: 'c', label: t`Llamar` },
    { keys: 'w', label: t`WhatsApp` },
    { keys: 'm', label: t`Correo` },
    { keys: 'r', label: t`Responder con una plantilla` },
    ...(may.includes('changeFollowUp')
      ? [
          { keys: 'e', label: t`Marcar como contactada` },
          { keys: 's', label: t`Posponer` },
          { keys: 'n', label: t`Escribir una nota` },
          { keys: 'a', label: t`Pasarla a otra persona` },
          { keys: 'z', label: t`Deshacer lo último` },
        ]
      : []),
    { keys: 'y', label: t`Copiar el enlace` },
    { keys: 'u', label: t`Volver a la lista` },
    { keys: 'Escape', label: t`Volver a la lista` },
  ];
}
