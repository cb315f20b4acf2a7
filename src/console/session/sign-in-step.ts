import type { SignInAnswer } from '#contract/desk/signing-in.ts';

/** What is left to do before the person is in; the password comes first. */
export type SignInStep = 'password' | Exclude<SignInAnswer['next'], 'in'>;
