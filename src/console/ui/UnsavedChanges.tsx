import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { wasAsked } from './asked-already.ts';
import { guardBack } from './before-back.ts';
import { ConfirmDialog, useConfirmDialogSoon } from './ConfirmDialog.tsx';
import { plainlyClicked } from './plain-click.ts';

/**
 * Asks before typed work is lost by a link, by Back or by closing the tab. By hand: the router that the first screen
 * can afford has no blocker.
 */
export function UnsavedChanges({ unsaved }: { unsaved: boolean }) {
  useConfirmDialogSoon();
  const { t } = useLingui();
  const navigate = useNavigate();
  const leaving = useRef(false);
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => {
    if (!unsaved) return undefined;
    const here = placeInHistory(history.state);
    let returning = false;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current && !wasAsked()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = plainlyClicked(event);
      if (!link || leaving.current || link.hash) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => void navigate(link.pathname + link.search));
    };
    // The browser has moved already: it goes back to where it was, and again once the person says so.
    const onPop = (event: PopStateEvent) => {
      const away = placeInHistory(event.state) - here;
      if (leaving.current || (away === 0 && !returning)) return;
      event.stopImmediatePropagation();
      if (returning) {
        returning = false;
        return;
      }
      returning = true;
      history.go(-away);
      setLeave(() => () => history.go(away));
    };
    addEventListener('beforeunload', onUnload);
    guardBack(onPop);
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      removeEventListener('beforeunload', onUnload);
      guardBack(undefined);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [unsaved, navigate]);
  return (
    leave && (
      <ConfirmDialog
        title={t`¿Salir sin guardar?`}
        action={t`Salir sin guardar`}
        pending={false}
        failure={null}
        onClose={() => setLeave(undefined)}
        onConfirm={() => {
          leaving.current = true;
          setLeave(undefined);
          leave();
        }}
      >
        <Trans>Lo que escribiste en esta página se pierde.</Trans>
      </ConfirmDialog>
    )
  );
}

/** The router numbers the entries of the history that it makes. */
function placeInHistory(state: unknown): number {
  const { idx = 0 } = (state ?? {}) as { idx?: number };
  return idx;
}
