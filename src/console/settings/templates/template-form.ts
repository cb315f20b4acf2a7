import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { type Template, WriteTemplate } from '#contract/desk/templates.ts';
import { runMutation } from '#console/api/endpoint-mutation.ts';
import { paths } from '#console/paths.ts';
import { useDraft } from '#console/ui/drafts.ts';
import { addTemplate, editTemplate } from './template-queries.ts';

const TemplateValues = z.omit(WriteTemplate, { id: true });
export type TemplateValues = z.infer<typeof TemplateValues>;

export const TEMPLATE_FIELDS = ['name', 'subject', 'text', 'shared'] as const;
export const EMPTY_TEMPLATE: TemplateValues = { name: '', subject: '', text: '', shared: false };

export function useTemplateForm(values: TemplateValues): UseFormReturn<TemplateValues> {
  return useForm<TemplateValues>({ resolver: zodResolver(TemplateValues), defaultValues: values });
}

const TemplateDraft = z.object({
  id: z.uuid(),
  version: z.number(),
  values: z.object({ name: z.string(), subject: z.string(), text: z.string(), shared: z.boolean() }),
});
type TemplateDraft = z.infer<typeof TemplateDraft>;

export function useTemplateDraft(id: string) {
  const [json, write, clearDraft] = useDraft(`template:${id}`);
  return {
    draft: parseDraft(json),
    saveDraft: (draft: TemplateDraft) => write(JSON.stringify(draft)),
    clearDraft: () => void clearDraft(),
  };
}

function parseDraft(json: string): TemplateDraft | undefined {
  if (!json) return undefined;
  try {
    return z.safeParse(TemplateDraft, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

export function toTemplateValues({ name, subject, text, shared }: Template): TemplateValues {
  return { name, subject, text, shared };
}

export function isSameTemplate(a: TemplateValues, b: TemplateValues): boolean {
  return (
    a.name.trim() === b.name.trim() &&
    a.subject === b.subject &&
    a.text.trim() === b.text.trim() &&
    a.shared === b.shared
  );
}

export interface TemplateChange {
  action: 'added' | 'deleted';
  template: Template;
}

interface AddOptions {
  onAdded: () => void;
  onError?: (error: Error) => void;
}

export function useAddTemplate({ onAdded, onError }: AddOptions) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (template: WriteTemplate) => {
      const added = await runMutation(addTemplate, template);
      if (isSameTemplate(toTemplateValues(added), template)) return added;
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
