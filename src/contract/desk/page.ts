import * as z from 'zod/mini';
import { Session } from './sessions.ts';

/** The ways to sign in. */
export const SignInOptions = z.object({
  /** Name of the provider of OpenID Connect; null: there is none. */
  provider: z.nullable(z.string()),
  /** False: only by the provider (OIDC_ONLY). */
  passwords: z.boolean(),
  /** The origin where passkeys work; null: browsers have none for PUBLIC_URL. */
  passkeyOrigin: z.nullable(z.string()),
});
export type SignInOptions = z.infer<typeof SignInOptions>;

/** Data that the gateway embeds in index.html, as JSON in `<script type="application/json" id="desk">`. */
export const PageData = z.object({
  /** null: nobody is signed in. */
  session: z.nullable(Session),
  signInOptions: SignInOptions,
  /** CSP nonce for styles created in the browser. */
  styleNonce: z.string(),
});
export type PageData = z.infer<typeof PageData>;

/** Placeholder of that script in index.html. */
export const PAGE_DATA_PLACEHOLDER = '<!--desk-->';

/** Header of every call of the console; pages of other origins cannot send it (CSRF protection). */
export const CONSOLE_HEADER = 'x-vitrina';

/** Its values for calls caused by the person, and for background calls, which do not keep the session alive. */
export const PERSON_CALL = '1';
export const BACKGROUND_CALL = 'background';
