import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { plural } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#contract/desk/sessions.ts';
import { EMPTY_REPLY, parseReply } from '#console/answering/reply-draft.ts';
import { type InquiryChanges, loadStoredChanges } from '#console/follow-up/change-storage.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { paths } from '#console/paths.ts';
import { LanguageToggle, ThemeToggle } from '#console/session/PreferenceToggles.tsx';
import { useSession } from '#console/session/session.ts';
import { signOut } from '#console/session/sign-out.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { storedDrafts } from '#console/ui/drafts.ts';
import { useNow } from '#console/ui/use-formats.ts';

interface Props {
  anchor: HTMLElement | null;
  onClose: () => void;
  onShortcuts: () => void;
  onInspect: (() => void) | undefined;
}

export function AccountMenu({ anchor, onClose, onShortcuts, onInspect }: Props) {
  const { person } = useSession();
  const { t } = useLingui();
  const role: Record<Role, string> = { seller: t`Ventas`, partner: t`Administración`, support: t`Soporte` };
  return (
    <MuiRoot>
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={onClose}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t`Cuenta`,
            sx: { p: 2, width: 272, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Stack spacing={2}>
          <div>
            <Typography sx={{ fontWeight: 600 }}>{person.name}</Typography>
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {person.mail} · {role[person.role]}
            </Typography>
          </div>
          <LanguageToggle />
          <ThemeToggle />
          <Button component={Link} to={paths.me()} variant="outlined" color="inherit" onClick={onClose}>
            <Trans>Mi cuenta</Trans>
          </Button>
          <Button component={Link} to={paths.help()} variant="outlined" color="inherit" onClick={onClose}>
            <Trans>Ayuda</Trans>
          </Button>
          <Button
            variant="outlined"
            color="inherit"
            onClick={() => {
              onClose();
              onShortcuts();
            }}
          >
            <Trans>Atajos de teclado</Trans>
          </Button>
          {onInspect && (
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => {
                onClose();
                onInspect();
              }}
            >
              <Trans>Inspector de pedidos</Trans>
            </Button>
          )}
          <SignOutButton />
        </Stack>
      </Popover>
    </MuiRoot>
  );
}

function SignOutButton() {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const [unsavedWork, setUnsavedWork] = useState<UnsavedWork>();
  const leave = useMutation({ mutationFn: signOut });
  const failure = leave.isError && (
    <Alert severity="error" variant="outlined">
      <Trans>No se pudo. Probá de nuevo.</Trans>
    </Alert>
  );
  const onClick = () => {
    const work = collectUnsavedWork();
    if (hasUnsavedWork(work)) setUnsavedWork(work);
    else leave.mutate();
  };
  return (
    <>
      {!unsavedWork && failure}
      <Button variant="outlined" color="inherit" loading={!unsavedWork && leave.isPending} onClick={onClick}>
        <Trans>Cerrar sesión</Trans>
      </Button>
      {unsavedWork && (
        <ConfirmDialog
          title={t`¿Cerrar sesión sin guardar?`}
          action={t`Cerrar sesión`}
          pending={leave.isPending}
          failure={failure}
          onConfirm={() => leave.mutate()}
          onClose={() => setUnsavedWork(undefined)}
        >
          <Trans>Al salir se borra de este navegador lo que no guardaste:</Trans>
          <UnsavedWorkList work={unsavedWork} />
        </ConfirmDialog>
      )}
    </>
  );
}

const MAX_CHANGE_LENGTH = 120;

function UnsavedWorkList({ work }: { work: UnsavedWork }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const text = useFollowUpText(timeZone, useNow());
  const { templateCount: templates, hasPageChanges } = work;
  const templatesLine = t`${plural(templates, { one: '# plantilla a medio escribir', other: '# plantillas a medio escribir' })}`;
  const lines = [
    ...work.notes.map((note) => t`Nota: «${note}»`),
    ...work.replies.map((reply) => t`Respuesta: «${reply}»`),
    ...(templates > 0 ? [templatesLine] : []),
    ...work.pendingChanges.map(({ change, to }) => {
      const what = change.kind === 'note' ? change.text : (text.changeResult(change, to) ?? t`Deshacer`);
      return t`Cambio sin guardar: ${what}`;
    }),
    ...(hasPageChanges ? [t`Lo que cambiaste en esta página`] : []),
  ];
  return (
    <Box component="ul" sx={{ mt: 1, pl: 2.5, listStyle: 'disc' }}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines may be equal
        <Box component="li" key={index} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {line.length > MAX_CHANGE_LENGTH ? `${line.slice(0, MAX_CHANGE_LENGTH)}…` : line}
        </Box>
      ))}
    </Box>
  );
}

interface UnsavedWork {
  notes: string[];
  replies: string[];
  templateCount: number;
  pendingChanges: InquiryChanges['changes'];
  hasPageChanges: boolean;
}

function collectUnsavedWork(): UnsavedWork {
  const notes = [...storedDrafts('note '), ...storedDrafts('hand-over ')].map(({ text }) => text.trim());
  return {
    notes: notes.filter(Boolean),
    replies: storedDrafts('reply ')
      .filter(({ name }) => name !== 'reply sent')
      .map(({ text }) => parseReply(text))
      .filter((reply) => reply !== EMPTY_REPLY)
      .map(({ text, subject }) => text.trim() || subject.trim()),
    templateCount: storedDrafts('template:').length,
    pendingChanges: loadStoredChanges()
      .flatMap(({ changes }) => changes)
      // A note that was not saved is still a draft, too.
      .filter(({ change }) => change.kind !== 'note' || !notes.includes(change.text)),
    hasPageChanges: !dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

function hasUnsavedWork(work: UnsavedWork): boolean {
  const { notes, replies, templateCount, pendingChanges, hasPageChanges } = work;
  return notes.length + replies.length + templateCount + pendingChanges.length > 0 || hasPageChanges;
}
