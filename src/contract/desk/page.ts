import * as z from 'zod/mini';
import { Session } from './sessions.ts';

/** What the gateway writes into the page it serves, as JSON in `<script type="application/json" id="desk">`. */
export const PageData = z.object({
  /** null: nobody is signed in. */
  session: z.nullable(Session),
  /** Nonce of the content security policy for styles made in the browser. */
  styleNonce: z.string(),
});
export type PageData = z.infer<typeof PageData>;

/** Where in index.html that block goes. */
export const PAGE_DATA_PLACE = '<!--desk-->';

/** Header that every call of the console carries; a page of another origin cannot send it. */
export const CONSOLE_HEADER = 'x-vitrina';

/** Its value for what a person did, and for what the page does by itself, which never keeps a session alive. */
export const BY_PERSON = '1';
export const BY_ITSELF = 'background';
