import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { UndoNotice } from '#console/ui/UndoNotice.tsx';
import { type TemplateChange, parseTemplateChange } from './template-change.ts';
import { addTemplate, deleteTemplate } from './template-queries.ts';

export function TemplateChangeNotice() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const [change, setChange] = useState(() => parseTemplateChange(state));
  // Reload and Back must not show it again.
  useEffect(() => {
    if (state) void navigate({ search }, { replace: true, state: null });
  }, [state, search, navigate]);
  const undo = useMutation({
    mutationFn: async ({ action, template }: TemplateChange): Promise<unknown> => {
      const { id, name, subject, text, shared } = template;
      return action === 'added'
        ? runMutation(deleteTemplate, id)
        : runMutation(addTemplate, { id, name, subject, text, shared });
    },
    onSuccess: () => setChange(undefined),
  });
  const { name } = change?.template ?? {};
  return (
    <>
      {undo.error && <FormAlert error={undo.error} />}
      <UndoNotice
        done={change && (change.action === 'added' ? t`Se guardó «${name}».` : t`Se borró «${name}».`)}
        onUndo={change && (() => undo.mutate(change))}
        onClose={() => setChange(undefined)}
      />
    </>
  );
}
