import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import { paths } from '#console/paths.ts';
import type { TemplateChange } from './template-change.ts';
import { isSameTemplate, toFormValues } from './template-form.ts';
import { addTemplate, cacheTemplate, editTemplate } from './template-queries.ts';

interface Options {
  onAdded: () => void;
  onError?: (error: Error) => void;
}

export function useAddTemplate({ onAdded, onError }: Options) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (template: WriteTemplate) => {
      const added = await addTemplate(template);
      // An earlier try, whose reply was lost, had saved other values.
      if (isSameTemplate(toFormValues(added), template)) return added;
      const { id, ...values } = template;
      return editTemplate(id, { ...values, version: added.version });
    },
    onSuccess: (template) => {
      onAdded();
      cacheTemplate(client, template);
      void navigate(paths.templates(), { state: { action: 'added', template } satisfies TemplateChange });
    },
    ...(onError && { onError }),
  });
}
