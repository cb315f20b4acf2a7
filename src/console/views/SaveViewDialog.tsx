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
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Role } from '#contract/desk/sessions.ts';
import { MAX_SEARCH_LENGTH, type View } from '#contract/desk/views.ts';
import { Failure } from '#console/api/failure.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { hasOwnAgency, savedViewSearch, toViewSearch } from './view-search.ts';
import { fetchViews, saveView } from './view-queries.ts';

const MAX_NAME_LENGTH = 60;

interface Props {
  agencias: readonly string[];
  search: URLSearchParams;
  /** Undefined: a new view is created. */
  edited?: {
    view: View;
    viewSearch: string;
    /** A conflicting version, saved meanwhile. */
    theirs?: View | undefined;
  };
  onClose: () => void;
}

export function SaveViewDialog({ agencias, search, edited, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { person, agencies } = useSession();
  const nameInput = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const sharedHintId = useId();
  const [id] = useState(() => edited?.view.id ?? crypto.randomUUID());
  const [name, setName] = useState(edited?.view.name ?? '');
  const [shared, setShared] = useState(edited?.view.shared ?? false);
  const [pinned, setPinned] = useState(edited?.view.pinned ?? true);
  const [isForAnyAgency, setForAnyAgency] = useState(edited ? !hasOwnAgency(edited.view) : true);
  const [theirs, setTheirs] = useState(edited?.theirs);
  const [wasSubmitted, setSubmitted] = useState(false);
  const viewSearch = edited ? edited.viewSearch : toViewSearch(search, { withAgency: !isForAnyAgency });
  const values = { name: name.trim(), search: viewSearch, shared };
  const isNameInvalid = values.name.length === 0 || values.name.length > MAX_NAME_LENGTH;
  const isTooLong = viewSearch.length > MAX_SEARCH_LENGTH;
  const showsNameError = wasSubmitted && isNameInvalid;

  const openView = (view: View) => {
    onClose();
    void navigate(paths.inquiries(savedViewSearch(view, agencias)));
  };
  const save = useMutation({
    ...saveView,
    onSuccess: (view) => {
      if (!edited || edited.viewSearch !== edited.view.search) openView(view);
      else onClose();
    },
    onError: async (error) => {
      if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return;
      const current = (await fetchViews()).views.find((view) => view.id === id);
      if (current) setTheirs(current);
    },
  });
  const saveAs = (version: number | undefined) => save.mutate({ id, ...values, pinned, version });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSubmitted(true);
    if (!isNameInvalid && !isTooLong && !save.isPending) saveAs(edited?.view.version);
  };
  const sharedHint: Record<Role, string> = {
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
        aria-labelledby={titleId}
        slotProps={{ transition: { onEntered: () => nameInput.current?.focus() } }}
      >
        <form onSubmit={handleSubmit} noValidate>
          <DialogTitle id={titleId}>
            {edited ? <Trans>Cambiar la vista</Trans> : <Trans>Guardar como vista nueva</Trans>}
          </DialogTitle>
          <DialogContent>
            {theirs ? (
              <ViewConflict
                mine={values}
                theirs={theirs}
                isPending={save.isPending}
                onSaveMine={() => saveAs(theirs.version)}
                onKeepTheirs={() => openView(theirs)}
              />
            ) : (
              <Stack spacing={1.5} sx={{ pt: 1 }}>
                <TextField
                  inputRef={nameInput}
                  label={t`Nombre de la vista`}
                  autoComplete="off"
                  value={name}
                  error={showsNameError}
                  helperText={
                    showsNameError
                      ? t`Escribí un nombre de hasta ${MAX_NAME_LENGTH} letras.`
                      : t`Guarda los filtros y el orden de lo que estás viendo.`
                  }
                  onChange={({ target }) => setName(target.value)}
                />
                {person.role !== 'support' && (
                  <div>
                    <SwitchField
                      label={t`Compartirla`}
                      isOn={shared}
                      onChange={setShared}
                      describedBy={sharedHintId}
                    />
                    <FormHelperText id={sharedHintId} sx={{ mt: 0 }}>
                      {shared ? sharedHint[person.role] : t`Solo vos la ves.`}
                    </FormHelperText>
                  </div>
                )}
                <SwitchField
                  label={t`Tenerla a mano, junto a las demás`}
                  isOn={pinned}
                  onChange={setPinned}
                />
                {agencies?.length !== 1 && !edited && (
                  <SwitchField
                    label={t`Para cualquier agencia`}
                    isOn={isForAnyAgency}
                    onChange={setForAnyAgency}
                  />
                )}
                {isTooLong && (
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

interface SwitchFieldProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  describedBy?: string;
}

const SwitchField = ({ label, isOn, onChange, describedBy }: SwitchFieldProps) => (
  <FormControlLabel
    sx={{ minHeight: 'var(--touch)' }}
    control={
      <Switch
        checked={isOn}
        slotProps={{ input: { 'aria-describedby': describedBy } }}
        onChange={(_event, checked) => onChange(checked)}
      />
    }
    label={label}
  />
);

type Values = Pick<View, 'name' | 'shared' | 'search'>;

interface ConflictProps {
  mine: Values;
  theirs: Values;
  isPending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

function ViewConflict({ mine, theirs, isPending, onSaveMine, onKeepTheirs }: ConflictProps) {
  const { t } = useLingui();
  const describe = ({ name, shared, search }: Values) => ({
    name,
    shared: shared ? t`Compartida` : t`Personal`,
    search: decodeURIComponent(search.slice(1).replaceAll('+', ' ')).replaceAll('&', ', ') || t`sin filtros`,
  });
  const labels = { name: t`Nombre de la vista`, shared: t`Quién la ve`, search: t`Filtros` };
  const [my, their] = [describe(mine), describe(theirs)];
  const differing = (['name', 'shared', 'search'] as const)
    .filter((field) => my[field] !== their[field])
    .map((field) => ({ name: labels[field], mine: my[field], theirs: their[field] }));
  return (
    <ConflictAlert
      differing={differing}
      pending={isPending}
      onSaveMine={onSaveMine}
      onKeepTheirs={onKeepTheirs}
    />
  );
}
