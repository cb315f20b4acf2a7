import * as z from 'zod/mini';
import { Template } from '#contract/desk/templates.ts';

const Done = z.object({ did: z.enum(['added', 'deleted']), template: Template });
/** What was done to a template before the list was come back to: it travels in the state of the history. */
export type Done = z.infer<typeof Done>;

export function readDone(state: unknown): Done | undefined {
  return z.safeParse(Done, state).data;
}
