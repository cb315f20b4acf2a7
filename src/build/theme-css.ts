import type { Plugin } from 'vite';
import { theme } from '#console/theme.ts';

const THEME_SHEET_ID = 'virtual:theme.css';

/**
 * Brings the theme into style sheets: `import 'virtual:theme.css'` has its variables, and
 * `@media (--below-md)` or `(--from-md)` its breakpoints, which variables cannot hold.
 */
export function themeCss(): Plugin {
  return {
    name: 'theme-css',
    enforce: 'pre',
    resolveId: (source) => (source === THEME_SHEET_ID ? `\0${THEME_SHEET_ID}` : undefined),
    load: (id) => (id === `\0${THEME_SHEET_ID}` ? formatThemeSheet() : undefined),
    transform: {
      filter: { id: /\.css(?:\?|$)/ },
      handler: (code) =>
        code.replaceAll(/\(--(below|from)-([a-z]+)\)/g, (_query, side, breakpoint) =>
          theme.breakpoints[side === 'below' ? 'down' : 'up'](breakpoint).replace('@media ', ''),
        ),
    },
  };
}

/** Print has the light colors. Sizes of text are `--text-` and the variant's name. */
function formatThemeSheet(): string {
  const sheets = theme
    .generateStyleSheets()
    .flatMap((sheet) => Object.entries(sheet))
    .map(([selector, variables]) => {
      const lines = Object.entries(variables as Record<string, string>).map(
        ([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${value}`,
      );
      const rule = `${selector}{${lines.join(';')}}`;
      return selector.includes('dark') ? `@media not print{${rule}}` : rule;
    });
  const sizes = Object.entries(theme.typography)
    .map(([variant, style]) => [variant, (style as { fontSize?: string }).fontSize])
    .filter(([, size]) => size?.endsWith('px'))
    .map(([variant, size]) => `--text-${variant}:${size}`);
  return [...sheets, `:root{${sizes.join(';')}}`].join('\n');
}
