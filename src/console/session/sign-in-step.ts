import type { SignInAnswer } from '#contract/desk/signing-in.ts';

export type SignInStep = 'password' | Exclude<SignInAnswer['next'], 'in'>;
