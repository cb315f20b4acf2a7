import { createTheme } from '@mui/material/styles';

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The build writes its CSS variables into a style sheet (`theme-sheet`), for the first screen without MUI code. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#0b646d' },
        error: { main: '#b3261e' },
        warning: { main: '#8a5200' },
        success: { main: '#1d6b3a' },
        info: { main: '#0b5c8f' },
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
  typography: {
    fontFamily: SYSTEM_FONT,
    fontSize: 14,
    // `html` in base.css has this size.
    htmlFontSize: 14,
    h1: { fontSize: 20, fontWeight: 600, lineHeight: 1.3 },
    h2: { fontSize: 16, fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: 14, fontWeight: 600, lineHeight: 1.4 },
    body1: { fontSize: 14, lineHeight: 1.45 },
    button: { textTransform: 'none', fontSize: 14, fontWeight: 600 },
  },
  components: {
    MuiAlert: { styleOverrides: { root: { alignItems: 'start' } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 'var(--touch)', whiteSpace: 'nowrap' },
        sizeSmall: { fontSize: 14 },
      },
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiChip: { styleOverrides: { root: { fontWeight: 500, maxWidth: '100%' } } },
    MuiFormControlLabel: { styleOverrides: { root: { minHeight: 'var(--touch)' } } },
    // MUI's colour of disabled text is too light for sentences.
    MuiFormHelperText: {
      styleOverrides: {
        root: ({ theme }) => ({ '&.Mui-disabled': { color: theme.vars.palette.text.secondary } }),
      },
    },
    MuiIconButton: { styleOverrides: { root: { minWidth: 'var(--touch)', minHeight: 'var(--touch)' } } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiDialog: {
      // A dialog that fades out would still take the keys.
      defaultProps: { transitionDuration: { enter: 225, exit: 0 } },
      styleOverrides: { paper: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.divider}` }) },
    },
    MuiInputBase: { styleOverrides: { root: { minHeight: 'var(--touch)' } } },
    MuiTab: { styleOverrides: { root: { minHeight: 'var(--touch)', minWidth: 0, padding: '8px 12px' } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 'var(--touch)' } } },
    MuiTableCell: {
      styleOverrides: {
        root: { padding: '10px 12px' },
        head: ({ theme }) => ({
          color: theme.vars.palette.text.secondary,
          backgroundColor: theme.vars.palette.background.paper,
          fontSize: 13,
          lineHeight: 1.4,
        }),
      },
    },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiTooltip: {
      defaultProps: {
        enterDelay: 300,
        enterNextDelay: 100,
        slotProps: { popper: { container: () => document.querySelector('main') ?? document.body } },
      },
    },
  },
});
