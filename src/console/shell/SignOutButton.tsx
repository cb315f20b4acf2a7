import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { useSession } from '#console/session/session.ts';
import { signOut } from '#console/session/sign-out.ts';
import { ConfirmDialog, useConfirmDialogSoon } from '#console/ui/ConfirmDialog.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { type UnsavedWork, isNothing, collectUnsavedWork } from './unsaved-work.ts';

/** The way out. Whoever would lose something by it is told what, and asked. */
export function SignOutButton() {
  useConfirmDialogSoon();
  const { t } = useLingui();
  const [lost, setLost] = useState<UnsavedWork>();
  const leave = useMutation({ mutationFn: signOut });
  const failure = leave.isError && (
    <Alert severity="error" variant="outlined">
      <Trans>No se pudo. Probá de nuevo.</Trans>
    </Alert>
  );
  const ask = () => {
    const work = collectUnsavedWork();
    if (isNothing(work)) leave.mutate();
    else setLost(work);
  };
  return (
    <>
      {!lost && failure}
      <Button variant="outlined" color="inherit" loading={!lost && leave.isPending} onClick={ask}>
        <Trans>Cerrar sesión</Trans>
      </Button>
      {lost && (
        <ConfirmDialog
          title={t`¿Cerrar sesión sin guardar?`}
          action={t`Cerrar sesión`}
          pending={leave.isPending}
          failure={failure}
          onConfirm={() => leave.mutate()}
          onClose={() => setLost(undefined)}
        >
          <Trans>Al salir se borra de este navegador lo que no guardaste:</Trans>
          <Lost work={lost} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Lost({ work: { notes, replies, templates, changes, page } }: { work: UnsavedWork }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const text = useFollowUpText(timeZone, useNow());
  const lines = [
    ...notes.map((note) => t`Nota: «${note}»`),
    ...replies.map((reply) => t`Respuesta: «${reply}»`),
    ...(templates > 0
      ? [
          t`${plural(templates, { one: '# plantilla a medio escribir', other: '# plantillas a medio escribir' })}`,
        ]
      : []),
    ...changes.map(({ change, to }) => {
      const what = change.kind === 'note' ? change.text : (text.done(change, to) ?? t`Deshacer`);
      return t`Cambio sin guardar: ${what}`;
    }),
    ...(page ? [t`Lo que cambiaste en esta página`] : []),
  ];
  return (
    <Box component="ul" sx={{ mt: 1, pl: 2.5, listStyle: 'disc' }}>
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two may say the same
        <Box component="li" key={at} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}
        </Box>
      ))}
    </Box>
  );
}

/** Of a long text its beginning is enough to know it by. */
const LONGEST = 120;
