import { createTheme } from '@mui/material/styles';

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/**
 * The one theme. Its CSS variables are written into a style sheet at build time (`theme-sheet` in vite.config.ts), so
 * that the first screen is drawn with them before any MUI code has arrived.
 */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#0b646d' },
        error: { main: '#b3261e' },
        warning: { main: '#8a5200' },
        success: { main: '#1d6b3a' },
        background: { default: '#f5f7f7', paper: '#ffffff' },
        text: { primary: '#172022', secondary: '#4c5a5d' },
        divider: '#dce2e3',
      },
    },
    dark: {
      palette: {
        primary: { main: '#6ccbd4', dark: '#8fdce3', contrastText: '#06292d' },
        error: { main: '#ff9a90' },
        warning: { main: '#f0b860' },
        success: { main: '#7fd49a' },
        background: { default: '#0f1415', paper: '#161c1e' },
        text: { primary: '#e8eeef', secondary: '#a9b6b8' },
        divider: '#2b3436',
      },
    },
  },
  shape: { borderRadius: 6 },
  typography: { fontFamily: SYSTEM_FONT, fontSize: 14, button: { textTransform: 'none', fontWeight: 600 } },
  components: {
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: 'var(--touch)' } },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    // What floats has a line around it, and the colour of paper in both schemes.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      // While one fades away, keys would still be its own.
      defaultProps: { transitionDuration: { enter: 225, exit: 0 } },
      styleOverrides: { paper: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.divider}` }) },
    },
    MuiInputBase: { styleOverrides: { root: { minHeight: 'var(--touch)' } } },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  },
});
