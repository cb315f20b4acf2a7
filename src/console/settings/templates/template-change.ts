import * as z from 'zod/mini';
import { Template } from '#contract/desk/templates.ts';

const TemplateChange = z.object({ action: z.enum(['added', 'deleted']), template: Template });
/** History state of the list after one of its templates was added or deleted on another page. */
export type TemplateChange = z.infer<typeof TemplateChange>;

export function parseTemplateChange(state: unknown): TemplateChange | undefined {
  return z.safeParse(TemplateChange, state).data;
}
