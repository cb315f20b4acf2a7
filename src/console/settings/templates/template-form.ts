import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type Template, WriteTemplate } from '#contract/desk/templates.ts';
import { useDraft } from '#console/ui/drafts.ts';

const TemplateInput = z.omit(WriteTemplate, { id: true });
/** What the inputs hold. */
export type TemplateInput = z.infer<typeof TemplateInput>;

/** What is kept until it is saved: as typed, whether it can be saved or not, and what it was begun from. */
const Draft = z.object({
  id: z.uuid(),
  version: z.number(),
  values: z.object({ name: z.string(), subject: z.string(), text: z.string(), shared: z.boolean() }),
});
export type TemplateDraft = z.infer<typeof Draft>;

export const NO_TEMPLATE: TemplateInput = { name: '', subject: '', text: '', shared: false };

/** One set of inputs for making and editing; what is wrong is what the contract says. */
export function useTemplateForm(values: TemplateInput): UseFormReturn<TemplateInput> {
  return useForm<TemplateInput>({ resolver: zodResolver(TemplateInput), defaultValues: values });
}

/** What was typed here and not saved: of one template, or of a new one. */
export function useTemplateDraft(of: string): {
  draft: TemplateDraft | undefined;
  keep: (draft: TemplateDraft) => void;
  forget: () => void;
} {
  const [text, write, forget] = useDraft(`template:${of}`);
  return { draft: readDraft(text), keep: (draft) => write(JSON.stringify(draft)), forget };
}

function readDraft(text: string): TemplateDraft | undefined {
  if (!text) return undefined;
  try {
    return z.safeParse(Draft, JSON.parse(text)).data;
  } catch {
    // Written by another version of the page: there is nothing to go on from.
    return undefined;
  }
}

export function inputsOf({ name, subject, text, shared }: Template): TemplateInput {
  return { name, subject, text, shared };
}

/** Whether they come to the same once they are saved. */
export function sameTemplate(a: TemplateInput, b: TemplateInput): boolean {
  return (
    a.name.trim() === b.name.trim() &&
    a.subject === b.subject &&
    a.text.trim() === b.text.trim() &&
    a.shared === b.shared
  );
}
