import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#contract/desk/sessions.ts';
import { MAX_SEARCH_LENGTH, type View } from '#contract/desk/views.ts';
import { Failure } from '#console/api/failure.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { hasOwnAgency, toViewSearch, savedViewSearch } from './view-search.ts';
import { createView, updateView, cacheView, pinView, fetchViews } from './views-queries.ts';

const LONGEST_NAME = 60;

interface Props {
  agencias: readonly string[];
  /** Of the address, with its agency. */
  search: URLSearchParams;
  /** A view that is there already, and what it is to keep; left out: a new one is made. */
  edited?: {
    view: View;
    kept: string;
    /** It as somebody saved it meanwhile. */
    theirs?: View | undefined;
  };
  onClose: () => void;
}

/** Makes a view of the address, or gives one another name and other company. */
export function SaveViewDialog({ agencias, search, edited, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { person, agencies } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const heading = useId();
  const sharedAbout = useId();
  const [id] = useState(() => edited?.view.id ?? crypto.randomUUID());
  const [name, setName] = useState(edited?.view.name ?? '');
  const [shared, setShared] = useState(edited?.view.shared ?? false);
  const [pinned, setPinned] = useState(edited?.view.pinned ?? true);
  const [anyAgency, setAnyAgency] = useState(edited ? !hasOwnAgency(edited.view) : true);
  const [theirs, setTheirs] = useState(edited?.theirs);
  const [asked, setAsked] = useState(false);
  const kept = edited ? edited.kept : toViewSearch(search, { withAgency: !anyAgency });
  const written = name.trim();
  const wrong = written.length === 0 || written.length > LONGEST_NAME;
  const tooLong = kept.length > MAX_SEARCH_LENGTH;
  const several = agencies?.length !== 1;

  const save = useMutation({
    mutationFn: async (version: number | undefined) => {
      const values = { name: written, search: kept, shared };
      const view =
        version === undefined
          ? await createView({ id, ...values })
          : await updateView(id, { ...values, version });
      cacheView(client, view);
      return view.pinned === pinned ? view : pinView(id, pinned);
    },
    onSuccess: (view) => {
      cacheView(client, view);
      onClose();
      if (!edited || edited.kept !== edited.view.search)
        void navigate(paths.inquiries(savedViewSearch(view, agencias)));
    },
    onError: async (error) => {
      if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return;
      const read = (await fetchViews()).views.find((view) => view.id === id);
      if (read) setTheirs(read);
    },
  });
  const keepTheirs = (view: View) => {
    cacheView(client, view);
    onClose();
    void navigate(paths.inquiries(savedViewSearch(view, agencias)));
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setAsked(true);
    if (!wrong && !tooLong && !save.isPending) save.mutate(edited?.view.version);
  };
  const sharedWith: Record<Role, string> = {
    seller: t`La ven quienes trabajan en tus agencias; la pueden cambiar vos y quienes administran.`,
    partner: t`La ven todas las agencias; la pueden cambiar quienes administran.`,
    support: '',
  };

  return (
    <MuiRoot>
      <Dialog
        open
        fullWidth
        maxWidth="xs"
        onClose={onClose}
        aria-labelledby={heading}
        slotProps={{ transition: { onEntered: () => input.current?.focus() } }}
      >
        <form onSubmit={onSubmit} noValidate>
          <DialogTitle id={heading}>
            {edited ? <Trans>Cambiar la vista</Trans> : <Trans>Guardar como vista nueva</Trans>}
          </DialogTitle>
          <DialogContent>
            {theirs ? (
              <Versions
                mine={{ name: written, shared, search: kept }}
                theirs={theirs}
                pending={save.isPending}
                onSaveMine={() => save.mutate(theirs.version)}
                onKeepTheirs={() => keepTheirs(theirs)}
              />
            ) : (
              <Stack spacing={1.5} sx={{ pt: 1 }}>
                <TextField
                  inputRef={input}
                  label={t`Nombre de la vista`}
                  autoComplete="off"
                  value={name}
                  error={asked && wrong}
                  helperText={
                    asked && wrong
                      ? t`Escribí un nombre de hasta ${LONGEST_NAME} letras.`
                      : t`Guarda los filtros y el orden de lo que estás viendo.`
                  }
                  onChange={({ target }) => setName(target.value)}
                />
                {person.role !== 'support' && (
                  <div>
                    <FormControlLabel
                      sx={{ minHeight: 'var(--touch)' }}
                      control={
                        <Switch
                          checked={shared}
                          slotProps={{ input: { 'aria-describedby': sharedAbout } }}
                          onChange={(_event, on) => setShared(on)}
                        />
                      }
                      label={t`Compartirla`}
                    />
                    <FormHelperText id={sharedAbout} sx={{ mt: 0 }}>
                      {shared ? sharedWith[person.role] : t`Solo vos la ves.`}
                    </FormHelperText>
                  </div>
                )}
                <div>
                  <FormControlLabel
                    sx={{ minHeight: 'var(--touch)' }}
                    control={<Switch checked={pinned} onChange={(_event, on) => setPinned(on)} />}
                    label={t`Tenerla a mano, junto a las demás`}
                  />
                </div>
                {several && !edited && (
                  <div>
                    <FormControlLabel
                      sx={{ minHeight: 'var(--touch)' }}
                      control={<Switch checked={anyAgency} onChange={(_event, on) => setAnyAgency(on)} />}
                      label={t`Para cualquier agencia`}
                    />
                  </div>
                )}
                {tooLong && (
                  <FormHelperText error>
                    <Trans>Los filtros son demasiado largos para guardarlos: acortá lo que se busca.</Trans>
                  </FormHelperText>
                )}
              </Stack>
            )}
            {save.error && !theirs && <FormAlert error={save.error} />}
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              <Trans>Cancelar</Trans>
            </Button>
            {!theirs && (
              <Button type="submit" variant="contained" loading={save.isPending}>
                <Trans>Guardar la vista</Trans>
              </Button>
            )}
          </DialogActions>
        </form>
      </Dialog>
    </MuiRoot>
  );
}

type Values = Pick<View, 'name' | 'shared' | 'search'>;

interface VersionsProps {
  mine: Values;
  theirs: Values;
  pending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

function Versions({ mine, theirs, pending, onSaveMine, onKeepTheirs }: VersionsProps) {
  const { t } = useLingui();
  const told = ({ name, shared, search }: Values) => ({
    name,
    shared: shared ? t`Compartida` : t`Personal`,
    search: decodeURIComponent(search.slice(1).replaceAll('+', ' ')).replaceAll('&', ', ') || t`sin filtros`,
  });
  const heads = { name: t`Nombre de la vista`, shared: t`Quién la ve`, search: t`Filtros` };
  const [my, their] = [told(mine), told(theirs)];
  const differing = (['name', 'shared', 'search'] as const)
    .filter((field) => my[field] !== their[field])
    .map((field) => ({ name: heads[field], mine: my[field], theirs: their[field] }));
  return (
    <ConflictAlert
      differing={differing}
      pending={pending}
      onSaveMine={onSaveMine}
      onKeepTheirs={onKeepTheirs}
    />
  );
}
