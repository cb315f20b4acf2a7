import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { View } from '#contract/desk/views.ts';
import { updateSearch, ensureAgencies } from '#console/inquiries/inbox-address.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';
import { useListSearch } from '#console/ui/use-list-search.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import { savedViewSearch } from './view-search.ts';
import css from './views.module.css';
import { deleteView, pinView, viewListQuery } from './view-queries.ts';

interface Props {
  agencias: readonly string[];
  search: URLSearchParams;
  viewId: string | undefined;
  onClose: () => void;
}

export function SavedViewsDialog({ agencias, search, viewId, onClose }: Props) {
  const { t } = useLingui();
  const titleId = useId();
  const views = useQuery(viewListQuery());
  const [edited, setEdited] = useState<View | 'new'>();
  const dialogSearch = new URLSearchParams(ensureAgencies(search, agencias));
  const all = views.data?.views ?? [];
  const { query, setQuery, isSearchable, matches } = useListSearch(
    all,
    ({ name, by }) => `${name} ${by.name}`,
  );

  if (edited)
    return (
      <SaveViewDialog
        agencias={agencias}
        search={dialogSearch}
        {...(edited !== 'new' && { edited: { view: edited, viewSearch: edited.search } })}
        onClose={edited === 'new' ? onClose : () => setEdited(undefined)}
      />
    );
  return (
    <MuiRoot>
      <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>
          <Trans>Vistas guardadas</Trans>
        </DialogTitle>
        <DialogContent>
          <HelpLink topic="views" />
          {isSearchable && (
            <TextField
              fullWidth
              type="search"
              size="small"
              sx={{ my: 1 }}
              label={t`Buscar una vista`}
              value={query}
              onChange={({ target }) => setQuery(target.value)}
            />
          )}
          {views.error && <FormAlert error={views.error} />}
          {views.data && matches.length === 0 && (
            <p>
              {all.length === 0 ? (
                <Trans>Todavía no hay ninguna: poné filtros en la lista y guardalos con un nombre.</Trans>
              ) : (
                <Trans>Ninguna se llama así.</Trans>
              )}
            </p>
          )}
          <ul>
            {matches.map((view) => (
              <SavedViewItem
                key={view.id}
                {...{ view, agencias, onClose }}
                isCurrent={view.id === viewId}
                onEdit={() => setEdited(view)}
              />
            ))}
          </ul>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cerrar</Trans>
          </Button>
          <Button variant="contained" onClick={() => setEdited('new')}>
            <Trans>Guardar lo que veo</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    </MuiRoot>
  );
}

interface ItemProps {
  view: View;
  agencias: readonly string[];
  isCurrent: boolean;
  onEdit: () => void;
  onClose: () => void;
}

function SavedViewItem({ view, agencias, isCurrent, onEdit, onClose }: ItemProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { person } = useSession();
  const [isConfirming, setConfirming] = useState(false);
  const { id, name, pinned, shared, by, mayEdit } = view;
  const pin = useMutation(pinView);
  const remove = useMutation({
    ...deleteView,
    onSuccess: () => {
      if (!isCurrent) return;
      onClose();
      void navigate(
        paths.inquiries(
          updateSearch(new URLSearchParams(savedViewSearch(view, agencias)), { vista: undefined }),
        ),
      );
    },
  });
  const author = by.name;
  return (
    <li className={css.view}>
      <div className={css.about}>
        <Link
          to={paths.inquiries(savedViewSearch(view, agencias))}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onClose}
        >
          <bdi>{name}</bdi>
        </Link>
        <small>
          {by.id !== person.id
            ? t`La comparte ${author}`
            : shared
              ? t`Tuya, compartida`
              : t`Tuya, solo vos la ves`}
        </small>
      </div>
      <div className={css.buttons}>
        <Button
          size="small"
          color="inherit"
          aria-pressed={pinned}
          aria-label={pinned ? t`Dejar de fijar «${name}»` : t`Fijar «${name}»`}
          loading={pin.isPending}
          onClick={() => pin.mutate({ id, pinned: !pinned })}
        >
          {pinned ? <Trans>Dejar de fijar</Trans> : <Trans>Fijar</Trans>}
        </Button>
        {mayEdit && (
          <>
            <Button size="small" color="inherit" aria-label={t`Cambiar «${name}»`} onClick={onEdit}>
              <Trans>Cambiar</Trans>
            </Button>
            <Button
              size="small"
              color="error"
              aria-label={t`Borrar «${name}»`}
              onClick={() => setConfirming(true)}
            >
              <Trans>Borrar</Trans>
            </Button>
          </>
        )}
      </div>
      {pin.error && <FormAlert error={pin.error} />}
      {isConfirming && (
        <ConfirmDialog
          dangerous
          title={t`¿Borrar «${name}»?`}
          action={t`Borrar la vista`}
          pending={remove.isPending}
          failure={remove.error && <FormAlert error={remove.error} />}
          onConfirm={() => remove.mutate(id)}
          onClose={() => {
            remove.reset();
            setConfirming(false);
          }}
        >
          {shared ? (
            <Trans>La pierden todos los que la ven. No se puede deshacer.</Trans>
          ) : (
            <Trans>Los filtros se pierden; las consultas quedan como están.</Trans>
          )}
        </ConfirmDialog>
      )}
    </li>
  );
}
