import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { paths } from '#console/paths.ts';
import type { TemplateChange } from './template-change.ts';
import { isSameTemplate, toFormValues } from './template-form.ts';
import { addTemplate, editTemplate } from './template-queries.ts';

interface Options {
  onAdded: () => void;
  onError?: (error: Error) => void;
}

export function useAddTemplate({ onAdded, onError }: Options) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (template: WriteTemplate) => {
      const added = await runMutation(addTemplate, template);
      if (isSameTemplate(toFormValues(added), template)) return added;
      const { id, ...values } = template;
      return runMutation(editTemplate, { id, ...values, version: added.version });
    },
    onSuccess: (template) => {
      onAdded();
      void navigate(paths.templates(), { state: { action: 'added', template } satisfies TemplateChange });
    },
    ...(onError && { onError }),
  });
}
