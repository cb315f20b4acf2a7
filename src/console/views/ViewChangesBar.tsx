import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { View } from '#contract/desk/views.ts';
import { isBuiltInView } from '#contract/inbox-filter-names.ts';
import { FailureNotice } from '#console/ui/FailureNotice.tsx';
import { FailureText } from '#console/ui/FailureText.tsx';
import { ensureAgencies, updateSearch } from '#console/inquiries/inbox-address.ts';
import { useViewText } from '#console/inquiries/filter-text.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import {
  builtInViewSearch,
  hasOwnAgency,
  isViewChanged,
  savedViewSearch,
  toViewSearch,
} from './view-search.ts';
import css from './views.module.css';
import { fetchConflictingView, updateView, viewListQuery } from './view-queries.ts';

const SaveViewDialog = lazyWithRetry(
  () => import('./SaveViewDialog.tsx').then((module) => module.SaveViewDialog),
  { floats: true },
);

interface Props {
  agencias: readonly string[];
  viewId: string;
}

/** It is shown where the filters differ from the view of the address, or the view does not exist. */
export function ViewChangesBar({ agencias, viewId }: Props) {
  const text = useViewText();
  const { may } = useSession();
  const [params] = useSearchParams();
  const search = new URLSearchParams(ensureAgencies(params, agencias));
  const views = useQuery({
    ...viewListQuery(),
    enabled: may.includes('listViews') && !isBuiltInView(viewId),
  });
  if (isBuiltInView(viewId)) {
    if (toViewSearch(search, { withAgency: false }) === `?cola=${viewId}`) return null;
    return (
      <ViewChanges
        {...{ agencias, search }}
        name={text.name[viewId]}
        discardSearch={builtInViewSearch(viewId, agencias)}
      />
    );
  }
  if (views.error)
    return (
      <FailureNotice
        error={views.error}
        title={<Trans>No se pudieron cargar las vistas.</Trans>}
        onRetry={() => void views.refetch()}
      />
    );
  if (!views.data) return null;
  const view = views.data.views.find(({ id }) => id === viewId);
  if (!view) return <MissingView agencias={agencias} search={search} />;
  if (!isViewChanged(search, view)) return null;
  return (
    <ViewChanges
      key={view.id}
      {...{ agencias, search, view }}
      name={view.name}
      discardSearch={savedViewSearch(view, agencias)}
    />
  );
}

interface ChangesProps {
  agencias: readonly string[];
  search: URLSearchParams;
  name: string;
  view?: View;
  discardSearch: string;
}

function ViewChanges({ agencias, search, name, view, discardSearch }: ChangesProps) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<'new' | { theirs: View }>();
  const viewSearch = view && toViewSearch(search, { withAgency: hasOwnAgency(view) });
  const toEdit = ({ id, name, shared, version }: View) => ({
    id,
    name,
    shared,
    version,
    search: viewSearch ?? '',
  });
  const save = useMutation({
    ...updateView,
    onError: async (error, { id }) => {
      const theirs = await fetchConflictingView(error, id);
      if (theirs) setDialog({ theirs });
    },
  });
  return (
    <section className={css.bar} aria-label={t({ context: 'view', message: 'Vista' })}>
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        : <Trans>cambiada, sin guardar</Trans>
      </p>
      <div className={css.buttons}>
        {view?.mayEdit && (
          <button
            type="button"
            className="button strong"
            aria-disabled={save.isPending}
            onClick={() => save.isPending || save.mutate(toEdit(view))}
          >
            <Trans>Guardar</Trans>
          </button>
        )}
        <SaveAsNewButton onClick={() => setDialog('new')} />
        <Link className="button quiet" to={paths.inquiries(discardSearch)}>
          <Trans>Descartar</Trans>
        </Link>
      </div>
      {save.error && !dialog && (
        <FailureText error={save.error} format={(what) => t`No se guardó: ${what}.`} />
      )}
      {dialog && (
        <SaveViewDialog
          agencias={agencias}
          search={search}
          {...(dialog !== 'new' &&
            view &&
            viewSearch !== undefined && { edited: { view, viewSearch, theirs: dialog.theirs } })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}

function SaveAsNewButton({ onClick }: { onClick: () => void }) {
  const { may } = useSession();
  if (!may.includes('addView')) return null;
  const preload = () => void SaveViewDialog.preload();
  return (
    <button
      type="button"
      className="button"
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onClick}
    >
      <Trans>Guardar como nueva</Trans>
    </button>
  );
}

/** The filters of the address apply all the same. */
function MissingView({ agencias, search }: { agencias: readonly string[]; search: URLSearchParams }) {
  const { t } = useLingui();
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <section className={css.bar} aria-label={t`Vista`}>
      <output>
        <Trans>
          La vista de esta dirección no existe, o ya no se comparte con vos. Se muestran sus filtros.
        </Trans>
      </output>
      <div className={css.buttons}>
        <SaveAsNewButton onClick={() => setDialogOpen(true)} />
        <Link className="button quiet" to={paths.inquiries(updateSearch(search, { vista: undefined }))}>
          <Trans>Seguir sin vista</Trans>
        </Link>
      </div>
      {isDialogOpen && (
        <SaveViewDialog agencias={agencias} search={search} onClose={() => setDialogOpen(false)} />
      )}
    </section>
  );
}
