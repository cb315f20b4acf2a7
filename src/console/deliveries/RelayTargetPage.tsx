import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import type { RelayTarget } from '#contract/desk/relay.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { queryClient } from '#console/api/query-client.ts';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { useVersionedForm } from '#console/forms/use-versioned-form.ts';
import { VersionedForm } from '#console/forms/VersionedForm.tsx';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { DetailPage } from '#console/ui/DetailPage.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { Section } from '#console/ui/Section.tsx';
import { SwitchField } from '#console/ui/SwitchField.tsx';
import {
  RELAY_FIELDS,
  RelayFields,
  type RelayValues,
  isSameTarget,
  toRelayValues,
  useRelayForm,
} from './RelayForm.tsx';
import { RelayLog, parseRelayLogAddress } from './RelayLog.tsx';
import { RelayStatus } from './RelayStatus.tsx';
import { RelayTestResult } from './RelayTestResult.tsx';
import {
  deleteRelayTarget,
  editRelayTarget,
  fetchRelayTarget,
  relayAttemptsQuery,
  relayTargetsQuery,
  switchRelayTarget,
  testRelayTarget,
} from './relay-queries.ts';
import { useTopicName } from './topic-names.ts';

function RelayTargetPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { may } = useSession();
  const list = useQuery(relayTargetsQuery());
  const target = list.data?.targets.find((candidate) => candidate.id === id);
  const label = t`Copias a otros sistemas`;
  return (
    <DetailPage
      title={(target && URL.parse(target.url)?.host) ?? t`Copia a un sistema`}
      tab={[t`Copia a un sistema`, label]}
      back={{ to: paths.relay(), label }}
      loadingLabel={t`Cargando las copias`}
      query={list}
    >
      {() =>
        target ? (
          <>
            <TargetState target={target} />
            {may.includes('editRelayTarget') && (
              <Section title={t`Configuración`}>
                <TargetForm target={target} />
              </Section>
            )}
            <Section title={t`Envíos de los últimos 30 días`}>
              <RelayLog id={id} />
            </Section>
          </>
        ) : (
          <EmptyState link={{ to: paths.relay(), label: t`Ver las copias` }}>
            <Trans>Esta copia no está: alguien la quitó.</Trans>
          </EmptyState>
        )
      }
    </DetailPage>
  );
}

function TargetState({ target }: { target: RelayTarget }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { id, active, url } = target;
  const change = useMutation(switchRelayTarget);
  const test = useMutation(testRelayTarget);
  return (
    <Section title={t`Cómo está`}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{url}</Typography>
      <RelayStatus target={target} />
      {may.includes('switchRelayTarget') && (
        <SwitchField
          label={t`Enviar copias`}
          description={<Trans>Apagada no recibe avisos nuevos, y lo que espera se guarda 30 días.</Trans>}
          checked={change.isPending ? change.variables.active : active}
          onChange={(isOn) => change.mutate({ id, active: isOn })}
        />
      )}
      {change.error && <FormAlert error={change.error} />}
      {may.includes('testRelayTarget') && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button variant="outlined" loading={test.isPending} onClick={() => test.mutate(id)}>
            <Trans>Enviar un aviso de prueba</Trans>
          </Button>
          {test.data && <RelayTestResult test={test.data} />}
        </Stack>
      )}
      {test.error && <FormAlert error={test.error} />}
    </Section>
  );
}

function TargetForm({ target }: { target: RelayTarget }) {
  const { t } = useLingui();
  const getTopicName = useTopicName();
  const { id, active } = target;
  const [isSecretSaved, setIsSecretSaved] = useState(false);
  const form = useRelayForm(toRelayValues(target), false);
  const edit = useVersionedForm({
    form,
    current: target,
    toValues: toRelayValues,
    isEqual: isSameTarget,
    save: async ({ url, topics, secret }, version) => {
      const body = { url, topics, active, version, ...(secret !== '' && { secret }) };
      const saved = await runMutation(editRelayTarget, { id, ...body });
      setIsSecretSaved(secret !== '');
      return saved;
    },
    fetchCurrent: () => fetchRelayTarget(id),
    onError: (error) => setFormErrors(error, form.setError, RELAY_FIELDS),
  });
  const describe = ({ url, topics, secret }: RelayValues) => ({
    [t`Dirección`]: url,
    [t`Avisos`]: topics.toSorted().map(getTopicName).join(', '),
    [t`Secreto`]: secret === '' ? t`el guardado` : t`uno nuevo`,
  });
  return (
    <VersionedForm
      form={form}
      edit={{ ...edit, undo: isSecretSaved ? undefined : edit.undo }}
      describe={describe}
      savedNotice={t`Se guardó. Lo que esperaba se envía ahora.`}
      actions={<DeleteButton target={target} />}
    >
      <RelayFields form={form} />
    </VersionedForm>
  );
}

function DeleteButton({ target: { id, url, waiting } }: { target: RelayTarget }) {
  useConfirmDialogPreload();
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation({ ...deleteRelayTarget, onSuccess: () => void navigate(paths.relay()) });
  const host = URL.parse(url)?.host ?? url;
  const count = i18n.number(waiting);
  return (
    <>
      <Button color="error" onClick={() => setIsConfirming(true)}>
        <Trans>Quitar</Trans>
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t`¿Quitar la copia a ${host}?`}
          action={t`Quitar`}
          dangerous
          pending={remove.isPending}
          failure={remove.error && <FormAlert error={remove.error} />}
          onConfirm={() => remove.mutate(id)}
          onClose={() => setIsConfirming(false)}
        >
          <Trans>
            Deja de recibir avisos, y se pierden los que esperan ({count}) y el registro de envíos. Para una
            pausa, apagala.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

export function loader({ params: { id = '' }, url }: LoaderFunctionArgs) {
  return Promise.all([
    queryClient.ensureQueryData(relayTargetsQuery()),
    queryClient.prefetchQuery(relayAttemptsQuery(id, parseRelayLogAddress(url.searchParams).query)),
  ]);
}

export { RelayTargetPage as Component };
