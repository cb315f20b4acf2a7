import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiToken } from '#contract/desk/api-tokens.ts';
import { OPENAPI_PATH } from '#contract/desk/openapi.ts';
import { DAY_MS } from '#contract/durations.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ConfirmDialog } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { useRoleNames } from '#console/session/role-text.ts';
import { useSession } from '#console/session/session.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { PlusIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { CreateTokenDialog } from './CreateTokenDialog.tsx';
import { useScopeNames } from './scope-text.ts';
import { apiTokenListQuery, revokeApiToken } from './token-queries.ts';

const MAX_NAMED_AGENCIES = 2;
const SOON_MS = 7 * DAY_MS;

const isActive = ({ revokedAt, expiresAt }: ApiToken, now: number) => revokedAt === null && expiresAt > now;

const columns: readonly Column<ApiToken>[] = [
  { name: 'token', head: msg`Token`, Cell: NameCell, lead: true, sortBy: ({ name }) => name },
  { name: 'scopes', head: msg`Permisos`, Cell: ScopesCell, width: '24%' },
  { name: 'reach', head: msg`Actúa como`, Cell: ReachCell, width: '18%' },
  { name: 'used', head: msg`Último uso`, Cell: UseCell, width: '13%', sortBy: ({ usedAt }) => usedAt },
  { name: 'end', head: msg`Vence`, Cell: EndCell, width: '14%', sortBy: ({ expiresAt }) => expiresAt },
  { name: 'act', head: msg`Acción`, Cell: RevokeCell, width: '11%' },
];

function ApiTokensPage() {
  const { t } = useLingui();
  const now = useNow();
  const list = useQuery(apiTokenListQuery());
  const [isCreating, setCreating] = useState(false);
  const createButton = (
    <Button variant="contained" startIcon={<PlusIcon />} onClick={() => setCreating(true)}>
      <Trans>Crear un token</Trans>
    </Button>
  );
  const isEmpty = list.data?.tokens.length === 0;
  return (
    <ListPage
      title={t`Acceso por API`}
      actions={
        <>
          <Button component="a" href={OPENAPI_PATH} target="_blank" rel="noreferrer" color="inherit">
            <Trans>Descripción de la API</Trans>
          </Button>
          {!isEmpty && createButton}
        </>
      }
      label={t`Tokens`}
      loadingLabel={t`Cargando los tokens`}
      query={list}
      rows={list.data?.tokens.toSorted(
        (one, other) => Number(isActive(other, now)) - Number(isActive(one, now)),
      )}
      columns={columns}
      getRowKey={({ id }) => id}
      empty={
        <EmptyState actions={createButton}>
          <Trans>
            Todavía no hay tokens. Con un token, otro programa lee consultas o cambia su seguimiento sin tu
            contraseña, y solo con los permisos que le des.
          </Trans>
        </EmptyState>
      }
    >
      {list.data?.more && (
        <Typography color="textSecondary">
          <Trans>Hay más, anteriores a estos.</Trans>
        </Typography>
      )}
      {isCreating && list.data && (
        <CreateTokenDialog needsPassword={list.data.needsPassword} onClose={() => setCreating(false)} />
      )}
    </ListPage>
  );
}

interface CellProps {
  row: ApiToken;
}

function NameCell({ row: { kind, name, createdBy } }: CellProps) {
  const { t } = useLingui();
  const { person } = useSession();
  const by = createdBy.id === person.id ? t`vos` : createdBy.name;
  return (
    <>
      <b style={{ overflowWrap: 'anywhere' }}>{name}</b>
      <Typography variant="body2" color="textSecondary">
        {kind === 'personal' ? t`Personal · ${by}` : t`De la instalación · lo creó ${by}`}
      </Typography>
    </>
  );
}

function ScopesCell({ row: { scopes } }: CellProps) {
  const names = useScopeNames();
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>{names[scope]}</li>
      ))}
    </ul>
  );
}

function ReachCell({ row: { role, agencies, createdBy } }: CellProps) {
  const { t } = useLingui();
  const { person } = useSession();
  const roleNames = useRoleNames();
  const getName = useAgencyName();
  if (role === null) return createdBy.id === person.id ? t`Vos` : createdBy.name;
  const more = (agencies?.length ?? 0) - MAX_NAMED_AGENCIES;
  return (
    <>
      {roleNames[role]}
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {agencies?.slice(0, MAX_NAMED_AGENCIES).map(getName).join(', ') ?? t`Todas las agencias`}
        {more > 0 && ` ${t`y ${more} más`}`}
      </Typography>
    </>
  );
}

function UseCell({ row: { usedAt } }: CellProps) {
  if (usedAt !== null) return <Moment at={usedAt} />;
  return (
    <Typography component="span" color="textSecondary">
      <Trans>Sin usar</Trans>
    </Typography>
  );
}

function EndCell({ row }: CellProps) {
  const now = useNow();
  const { expiresAt, revokedAt } = row;
  if (revokedAt !== null)
    return (
      <StatusChip tone="none">
        <Trans>Revocado</Trans>
      </StatusChip>
    );
  if (expiresAt <= now)
    return (
      <StatusChip tone="none">
        <Trans>Venció</Trans>
      </StatusChip>
    );
  return (
    <Stack sx={{ alignItems: 'flex-start', gap: 0.5 }}>
      <Moment at={expiresAt} />
      {expiresAt - now < SOON_MS && (
        <StatusChip tone="caution">
          <Trans>Vence pronto</Trans>
        </StatusChip>
      )}
    </Stack>
  );
}

function RevokeCell({ row }: CellProps) {
  const { t } = useLingui();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const revoke = useMutation({ ...revokeApiToken, onSuccess: () => setOpen(false) });
  const { id, name } = row;
  if (!isActive(row, now)) return null;
  return (
    <>
      <MuiLink
        component="button"
        type="button"
        color="error"
        underline="hover"
        aria-label={t`Revocar ${name}`}
        sx={{ py: 1, my: -1 }}
        onClick={() => setOpen(true)}
      >
        <Trans>Revocar</Trans>
      </MuiLink>
      {isOpen && (
        <ConfirmDialog
          title={t`¿Revocar ${name}?`}
          action={t`Revocar`}
          dangerous
          pending={revoke.isPending}
          failure={revoke.error && <FormAlert error={revoke.error} />}
          onConfirm={() => revoke.mutate(id)}
          onClose={() => setOpen(false)}
        >
          <Trans>El programa que lo usa deja de poder entrar en el acto. No se puede deshacer.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

export const loader = () => queryClient.ensureQueryData(apiTokenListQuery());

export { ApiTokensPage as Component };
