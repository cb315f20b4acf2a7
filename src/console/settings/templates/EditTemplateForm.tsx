import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { Template } from '#contract/desk/templates.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { paths } from '#console/paths.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import parts from '#console/ui/parts.module.css';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import type { Done } from './done.ts';
import { KeptDraft } from './KeptDraft.tsx';
import {
  type TemplateInput,
  inputsOf,
  sameTemplate,
  useTemplateDraft,
  useTemplateForm,
} from './template-form.ts';
import { TemplateInputs } from './TemplateInputs.tsx';
import { addTemplate, editTemplate, holdTemplate, readTemplates } from './templates-queries.ts';

interface Change {
  values: TemplateInput;
  version: number;
  /** What undoing writes; none for an undoing itself. */
  former: TemplateInput | undefined;
}

/** Edits against the version that was read; what is typed is kept until it is saved or discarded. */
export function EditTemplateForm({ template }: { template: Template }) {
  // The form object changes in place, and inputs are registered again after a reset.
  'use no memo';
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id } = template;
  const { draft, keep, forget } = useTemplateDraft(id);
  const [start, setStart] = useState(template);
  const [resumed, setResumed] = useState(draft !== undefined);
  const [theirs, setTheirs] = useState<Template>();
  const [gone, setGone] = useState(false);
  const [saved, setSaved] = useState<{ version: number; former: TemplateInput | undefined }>();
  const form = useTemplateForm(draft?.values ?? inputsOf(template));

  const takeOver = (read: Template) => {
    forget();
    holdTemplate(client, read);
    setStart(read);
    setTheirs(undefined);
    setResumed(false);
    form.reset(inputsOf(read));
  };
  const save = useMutation({
    mutationFn: ({ values, version }: Change) => editTemplate(id, { ...values, version }),
    onSuccess: (changed, { values, former }) => {
      const typedSince = form.getValues();
      if (former && !sameTemplate(typedSince, values)) {
        // Who went on writing while it was saved goes on.
        holdTemplate(client, changed);
        setStart(changed);
        setTheirs(undefined);
        keep({ id, version: changed.version, values: typedSince });
      } else takeOver(changed);
      setSaved({ version: changed.version, former });
    },
    onError: async (error, { values }) => {
      if (error instanceof Failure && error.status === 404) return setGone(true);
      setFormErrors(error, form.setError, ['name', 'subject', 'text', 'shared']);
      if (!(error instanceof Failure) || error.code !== 'changed-meanwhile') return;
      const read = (await readTemplates()).templates.find((other) => other.id === id);
      if (!read) setGone(true);
      else if (sameTemplate(values, inputsOf(read))) takeOver(read);
      else setTheirs(read);
    },
  });
  const again = useMutation({
    mutationFn: (values: TemplateInput) => addTemplate({ id, ...values }),
    onSuccess: (added) => {
      forget();
      holdTemplate(client, added);
      void navigate(paths.templates(), { state: { did: 'added', template: added } satisfies Done });
    },
  });
  const write = (values: TemplateInput, version: number) => {
    setSaved(undefined);
    save.mutate({ values, version, former: inputsOf(theirs ?? start) });
  };
  const typed = useWatch({ control: form.control });
  const unsaved = !sameTemplate({ ...inputsOf(start), ...typed }, inputsOf(start));
  const onTyped = () => {
    const values = form.getValues();
    if (sameTemplate(values, inputsOf(start))) forget();
    // Against what it was begun from, also when that was before a reload.
    else keep({ id, version: draft?.version ?? start.version, values });
  };
  const onSubmit = form.handleSubmit((values) => write(values, draft?.version ?? start.version));
  // Undoing fills the inputs anew, and would take along what was typed since.
  const former = unsaved ? undefined : saved?.former;
  const { name } = start;
  const { root } = form.formState.errors;

  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void onSubmit(event)}>
      {resumed && unsaved && !theirs && <KeptDraft onDiscard={() => takeOver(template)} />}
      {theirs && (
        <Versions
          mine={form.getValues()}
          theirs={inputsOf(theirs)}
          pending={save.isPending}
          onSaveMine={() => write(form.getValues(), theirs.version)}
          onKeepTheirs={() => takeOver(theirs)}
        />
      )}
      {gone && (
        <Gone pending={again.isPending} error={again.error} onAgain={() => again.mutate(form.getValues())} />
      )}
      {root && save.error && !gone && !theirs && (
        <FormAlert error={save.error} serviceMessage={root.message} />
      )}
      <TemplateInputs form={form} author={template.by} onTyped={onTyped} />
      <div className={parts.actions}>
        <Button type="submit" variant="contained" disabled={!unsaved} loading={save.isPending}>
          <Trans>Guardar</Trans>
        </Button>
        {unsaved && (
          <Button color="inherit" onClick={() => takeOver(template)}>
            <Trans>Descartar cambios</Trans>
          </Button>
        )}
        <DeleteTemplate template={template} onDeleted={forget} />
      </div>
      <UndoNotice
        done={saved && t`Se guardó «${name}».`}
        onUndo={
          former &&
          (() => save.mutate({ values: former, version: saved?.version ?? start.version, former: undefined }))
        }
        onClose={() => setSaved(undefined)}
      />
    </Stack>
  );
}

interface GoneProps {
  pending: boolean;
  error: Error | null;
  onAgain: () => void;
}

/** Somebody deleted it while it was edited here. */
function Gone({ pending, error, onAgain }: GoneProps) {
  if (error) return <FormAlert error={error} />;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      action={
        <Button color="inherit" size="small" loading={pending} onClick={onAgain}>
          <Trans>Guardarla como nueva</Trans>
        </Button>
      }
    >
      <Trans>Alguien borró esta plantilla. Lo que escribiste sigue acá.</Trans>
    </Alert>
  );
}

interface VersionsProps {
  mine: TemplateInput;
  theirs: TemplateInput;
  pending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

function Versions({ mine, theirs, pending, onSaveMine, onKeepTheirs }: VersionsProps) {
  const { t } = useLingui();
  const told = ({ name, subject, text, shared }: TemplateInput) => ({
    name,
    subject: subject || t`sin asunto`,
    text,
    shared: shared ? t`Compartida` : t`Personal`,
  });
  const heads = {
    name: t`Nombre de la plantilla`,
    subject: t`Asunto`,
    text: t`Texto`,
    shared: t`Quién la usa`,
  };
  const [my, their] = [told(mine), told(theirs)];
  const differing = (['name', 'subject', 'text', 'shared'] as const)
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
