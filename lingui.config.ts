import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** Rooms whose texts the first screen may show: they are loaded with it, and so kept few. */
export const FIRST_ROOMS = ['shell', 'inquiries', 'api', 'ui'];

const first = FIRST_ROOMS.map((room) => `<rootDir>/src/console/${room}`);

export default defineConfig({
  runtimeConfigModule: { Trans: ['#console/ui/Trans.tsx', 'Trans'] },
  sourceLocale: 'es',
  locales: ['es', 'en'],
  catalogs: [
    { path: '<rootDir>/src/console/locales/{locale}', include: first },
    {
      path: '<rootDir>/src/console/locales/later/{locale}',
      include: ['<rootDir>/src/console'],
      exclude: first.map((folder) => `${folder}/**`),
    },
  ],
  format: formatter({ lineNumbers: false }),
});
