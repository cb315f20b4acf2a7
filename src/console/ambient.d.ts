/// <reference types="@mui/material/themeCssVarsAugmentation" />

interface Window {
  /** The head script has asked for these answers, by address; see `boot.ts`. */
  earlyAnswers?: Map<string, Promise<Response>>;
}

declare module 'virtual:theme.css' {}

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
