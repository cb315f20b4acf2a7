import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import FormHelperText from '@mui/material/FormHelperText';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import type { Role } from '#contract/desk/sessions.ts';
import { MAX_SEARCH_LENGTH, MAX_VIEW_NAME_LENGTH, type View, WriteView } from '#contract/desk/views.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { FormDialog } from '#console/forms/FormDialog.tsx';
import { FormSwitch } from '#console/forms/FormSwitch.tsx';
import { FormTextField } from '#console/forms/FormTextField.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { hasOwnAgency, savedViewSearch, toViewSearch } from './view-search.ts';
import { fetchConflictingView, saveView } from './view-queries.ts';

const ViewValues = z.object({
  name: WriteView.shape.name,
  shared: WriteView.shape.shared,
  pinned: z.boolean(),
  isForAnyAgency: z.boolean(),
});

interface Props {
  agencias: readonly string[];
  search: URLSearchParams;
  /** Without it a new view is created. */
  edited?: {
    view: View;
    viewSearch: string;
    /** Somebody saved this version meanwhile. */
    theirs?: View | undefined;
  };
  onClose: () => void;
}

export function SaveViewDialog({ agencias, search, edited, onClose }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { person, agencies } = useSession();
  const [id] = useState(() => edited?.view.id ?? crypto.randomUUID());
  const [theirs, setTheirs] = useState(edited?.theirs);
  const form = useForm({
    resolver: zodResolver(ViewValues),
    defaultValues: {
      name: edited?.view.name ?? '',
      shared: edited?.view.shared ?? false,
      pinned: edited?.view.pinned ?? true,
      isForAnyAgency: edited ? !hasOwnAgency(edited.view) : true,
    },
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  const [name, shared, isForAnyAgency] = useWatch({ control, name: ['name', 'shared', 'isForAnyAgency'] });
  const viewSearch = edited ? edited.viewSearch : toViewSearch(search, { withAgency: !isForAnyAgency });
  const isTooLong = viewSearch.length > MAX_SEARCH_LENGTH;

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
      const current = await fetchConflictingView(error, id);
      if (current) setTheirs(current);
    },
  });
  const saveAs = (version: number | undefined) =>
    form.handleSubmit(({ name, shared, pinned }) => {
      if (!isTooLong) save.mutate({ id, name, search: viewSearch, shared, pinned, version });
    });
  const sharedHint: Record<Role, string> = {
    seller: t`La ven quienes trabajan en tus agencias; la pueden cambiar vos y quienes administran.`,
    partner: t`La ven todas las agencias; la pueden cambiar quienes administran.`,
    support: '',
  };

  return (
    <FormDialog
      title={edited ? t`Cambiar la vista` : t`Guardar como vista nueva`}
      onSubmit={saveAs(edited?.view.version)}
      failure={save.error && !theirs && <FormAlert error={save.error} />}
      submitLabel={theirs ? undefined : t`Guardar la vista`}
      isPending={save.isPending}
      hasUnsavedChanges={isDirty}
      onEntered={() => theirs || form.setFocus('name')}
      onClose={onClose}
    >
      {theirs ? (
        <ViewConflict
          mine={{ name: name.trim(), shared, search: viewSearch }}
          theirs={theirs}
          isPending={save.isPending}
          onSaveMine={() => void saveAs(theirs.version)()}
          onKeepTheirs={() => openView(theirs)}
        />
      ) : (
        <>
          <FormTextField
            control={control}
            name="name"
            label={t`Nombre de la vista`}
            errorText={t`Escribí un nombre de hasta ${MAX_VIEW_NAME_LENGTH} letras.`}
            helperText={t`Guarda los filtros y el orden de lo que estás viendo.`}
          />
          {person.role !== 'support' && (
            <FormSwitch
              control={control}
              name="shared"
              label={t`Compartirla`}
              description={shared ? sharedHint[person.role] : t`Solo vos la ves.`}
            />
          )}
          <FormSwitch control={control} name="pinned" label={t`Tenerla a mano, junto a las demás`} />
          {agencies?.length !== 1 && !edited && (
            <FormSwitch control={control} name="isForAnyAgency" label={t`Para cualquier agencia`} />
          )}
          {isTooLong && (
            <FormHelperText error>
              <Trans>Los filtros son demasiado largos para guardarlos: acortá lo que se busca.</Trans>
            </FormHelperText>
          )}
        </>
      )}
    </FormDialog>
  );
}

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
