import { useLingui } from '@lingui/react/macro';
import { compareFields } from '#console/forms/compare-fields.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import type { TemplateValues } from './template-form.ts';

interface Props {
  mine: TemplateValues;
  theirs: TemplateValues;
  isPending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

export function TemplateConflictAlert({ mine, theirs, isPending, onSaveMine, onKeepTheirs }: Props) {
  const { t } = useLingui();
  const describe = ({ name, subject, text, shared }: TemplateValues) => ({
    [t`Nombre de la plantilla`]: name,
    [t`Asunto`]: subject || t`sin asunto`,
    [t`Texto`]: text,
    [t`Quién la usa`]: shared ? t`Compartida` : t`Personal`,
  });
  return (
    <ConflictAlert
      differing={compareFields(describe(mine), describe(theirs))}
      pending={isPending}
      onSaveMine={onSaveMine}
      onKeepTheirs={onKeepTheirs}
    />
  );
}
