import * as z from 'zod/mini';
import { Template } from '#contract/desk/templates.ts';

const TemplateChange = z.object({ action: z.enum(['added', 'deleted']), template: Template });
export type TemplateChange = z.infer<typeof TemplateChange>;

export function parseTemplateChange(state: unknown): TemplateChange | undefined {
  return z.safeParse(TemplateChange, state).data;
}
