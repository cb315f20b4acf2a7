import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Rooms whose texts the first screen may show: they are loaded with it, and so kept few. */
const FIRST_ROOMS = ['shell', 'inquiries', 'api', 'ui'];

/** What of those rooms comes after the first screen: its texts come with those of all other rooms. */
const LATER_FILES = [
  'shell/AccountMenu',
  'shell/SignOut',
  'inquiries/InquiryPanel',
  'inquiries/ResendFold',
  'ui/ConfirmModal',
  'ui/CopyButton',
  'ui/Facts',
  'ui/Freshness',
  'ui/UndoSnackbar',
  'ui/UnsavedChanges',
];

/** Whether the texts of a file of the console, `room/Name`, are loaded with the first screen. */
export function isFirst(file: string): boolean {
  return FIRST_ROOMS.some((room) => file.startsWith(`${room}/`)) && !LATER_FILES.includes(file);
}

const later = LATER_FILES.map((file) => file.replace(/^.*\//, '')).join('|');

export default defineConfig({
  runtimeConfigModule: { Trans: ['#console/ui/Trans.tsx', 'Trans'] },
  sourceLocale: 'es',
  locales: ['es', 'en'],
  catalogs: [
    {
      path: '<rootDir>/src/console/locales/{locale}',
      include: FIRST_ROOMS.map((room) => `<rootDir>/src/console/${room}`),
      exclude: LATER_FILES.map((file) => `<rootDir>/src/console/${file}.tsx`),
    },
    {
      path: '<rootDir>/src/console/locales/later/{locale}',
      include: ['<rootDir>/src/console'],
      exclude: FIRST_ROOMS.map((room) => `<rootDir>/src/console/${room}/!(${later}).*`),
    },
  ],
  format: formatter({ lineNumbers: false }),
});
