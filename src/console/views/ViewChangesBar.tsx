import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { View } from '#contract/desk/views.ts';
import { isBuiltInView } from '#contract/queue-names.ts';
import { useFailureMessage } from '#console/api/failure-message.ts';
import { Failure } from '#console/api/failure.ts';
import { updateSearch, ensureAgencies } from '#console/inquiries/inbox-address.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import {
  hasOwnAgency,
  isViewChanged,
  toViewSearch,
  builtInViewSearch,
  savedViewSearch,
} from './view-search.ts';
import css from './views.module.css';
import { updateView, cacheView, fetchViews, viewListQuery } from './views-queries.ts';
import { useViewText } from '#console/inquiries/view-text.ts';

const dialog = lazyPart(() => import('./SaveViewDialog.tsx').then((module) => module.SaveViewDialog), {
  floats: true,
});

interface Props {
  agencias: readonly string[];
  /** The view of the address. */
  vista: string;
}

/** What is to be said of the view that is shown: it is changed and not saved, or it is not there. */
export function ViewChangesBar({ agencias, vista }: Props) {
  const told = useViewText();
  const { may } = useSession();
  const [params] = useSearchParams();
  const search = new URLSearchParams(ensureAgencies(params, agencias));
  const views = useQuery({ ...viewListQuery(), enabled: may.includes('listViews') && !isBuiltInView(vista) });
  if (isBuiltInView(vista)) {
    const kept = toViewSearch(search, { withAgency: false });
    if (kept === `?cola=${vista}`) return null;
    return (
      <Changed
        {...{ agencias, search }}
        name={told.name[vista]}
        discard={builtInViewSearch(vista, agencias)}
      />
    );
  }
  if (views.error) return <Unread error={views.error} onRetry={() => void views.refetch()} />;
  if (!views.data) return null;
  const view = views.data.views.find(({ id }) => id === vista);
  if (!view) return <Missing agencias={agencias} search={search} />;
  if (!isViewChanged(search, view)) return null;
  return (
    <Changed
      key={view.id}
      {...{ agencias, search, view }}
      name={view.name}
      discard={savedViewSearch(view, agencias)}
    />
  );
}

interface ChangedProps {
  agencias: readonly string[];
  search: URLSearchParams;
  name: string;
  /** A saved one. */
  view?: View;
  /** Search of the view as it is. */
  discard: string;
}

function Changed({ agencias, search, name, view, discard }: ChangedProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [saving, setSaving] = useState<'new' | { theirs: View }>();
  const kept = view && toViewSearch(search, { withAgency: hasOwnAgency(view) });
  const save = useMutation({
    mutationFn: async (to: View) => updateView(to.id, valuesOf(to, kept ?? '')),
    onSuccess: (changed) => cacheView(client, changed),
    onError: async (error, { id }) => {
      if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return;
      const read = await fetchViews();
      const theirs = read.views.find((other) => other.id === id);
      if (theirs) setSaving({ theirs });
      else client.setQueryData(viewListQuery().queryKey, read);
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
            onClick={() => save.isPending || save.mutate(view)}
          >
            <Trans>Guardar</Trans>
          </button>
        )}
        <SaveAsNew onClick={() => setSaving('new')} />
        <Link className="button quiet" to={paths.inquiries(discard)}>
          <Trans>Descartar</Trans>
        </Link>
      </div>
      {save.error && !saving && <Failed error={save.error} />}
      {saving && (
        <dialog.Page
          agencias={agencias}
          search={search}
          {...(saving !== 'new' &&
            view &&
            kept !== undefined && { edited: { view, kept, theirs: saving.theirs } })}
          onClose={() => setSaving(undefined)}
        />
      )}
    </section>
  );
}

function valuesOf({ name, shared, version }: View, search: string) {
  return { name, shared, version, search };
}

function SaveAsNew({ onClick }: { onClick: () => void }) {
  const { may } = useSession();
  if (!may.includes('addView')) return null;
  return (
    <button
      type="button"
      className="button"
      aria-haspopup="dialog"
      onPointerEnter={() => void dialog.preload()}
      onFocus={() => void dialog.preload()}
      onClick={onClick}
    >
      <Trans>Guardar como nueva</Trans>
    </button>
  );
}

/** The link names a view that is not there: its filters are in the address all the same. */
function Missing({ agencias, search }: { agencias: readonly string[]; search: URLSearchParams }) {
  const { t } = useLingui();
  const [saving, setSaving] = useState(false);
  return (
    <section className={css.bar} aria-label={t`Vista`}>
      <output>
        <Trans>
          La vista de esta dirección no existe, o ya no se comparte con vos. Se muestran sus filtros.
        </Trans>
      </output>
      <div className={css.buttons}>
        <SaveAsNew onClick={() => setSaving(true)} />
        <Link className="button quiet" to={paths.inquiries(updateSearch(search, { vista: undefined }))}>
          <Trans>Seguir sin vista</Trans>
        </Link>
      </div>
      {saving && <dialog.Page agencias={agencias} search={search} onClose={() => setSaving(false)} />}
    </section>
  );
}

function Unread({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useLingui();
  const { what } = useFailureMessage(error);
  return (
    <section className={css.bar} aria-label={t`Vista`}>
      <output>
        <Trans>No se pudieron cargar las vistas: {what}.</Trans>
      </output>
      <button type="button" className="button" onClick={onRetry}>
        <Trans>Reintentar</Trans>
      </button>
    </section>
  );
}

function Failed({ error }: { error: Error }) {
  const { what } = useFailureMessage(error);
  return (
    <p role="alert" className={css.error}>
      <Trans>No se guardó: {what}.</Trans>
    </p>
  );
}
