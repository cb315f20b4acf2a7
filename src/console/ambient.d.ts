/// <reference types="@mui/material/themeCssVarsAugmentation" />

interface Window {
  /** Answers that the head script asked for, by address; see `boot.ts`. */
  earlyAnswers?: Map<string, Promise<Response>>;
}

declare module 'virtual:theme.css' {}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
