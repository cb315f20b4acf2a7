export type ColorScheme = 'light' | 'dark' | 'system';

export const THEME_KEY = 'vitrina-theme';

export function colorScheme(): ColorScheme {
  const stored = localStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const chosen = colorScheme();
    document.documentElement.dataset.theme = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
  };
  show();
  dark.addEventListener('change', show);
  addEventListener('storage', show);
}

export function chooseColorScheme(choice: ColorScheme): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, choice);
  dispatchEvent(new Event('storage'));
}
