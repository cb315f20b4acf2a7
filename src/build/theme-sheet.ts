import type { Plugin } from 'vite';
import { theme } from '#console/theme.ts';

const THEME_SHEET_ID = 'virtual:theme.css';

/** Writes the theme's CSS variables into a style sheet: `import 'virtual:theme.css'`. */
export function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (source) => (source === THEME_SHEET_ID ? `\0${THEME_SHEET_ID}` : undefined),
    load(resolved) {
      if (resolved !== `\0${THEME_SHEET_ID}`) return undefined;
      return theme
        .generateStyleSheets()
        .flatMap((sheet) => Object.entries(sheet))
        .map(([selector, variables]) => {
          const lines = Object.entries(variables as Record<string, string>).map(
            ([name, value]) => `${name === 'colorScheme' ? 'color-scheme' : name}:${value}`,
          );
          return `${selector}{${lines.join(';')}}`;
        })
        .join('\n');
    },
  };
}
