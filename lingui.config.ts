import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  runtimeConfigModule: { Trans: ['#console/ui/Trans.tsx', 'Trans'] },
  sourceLocale: 'es',
  locales: ['es', 'en'],
  catalogs: [{ path: '<rootDir>/src/console/locales/{locale}', include: ['<rootDir>/src/console'] }],
  format: formatter({ lineNumbers: false }),
});
