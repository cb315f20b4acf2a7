import { type TypographyStyle, createTheme } from '@mui/material/styles';

declare module '@mui/material/styles' {
  interface TypographyVariantsOptions {
    brand: TypographyStyle;
    small: TypographyStyle;
  }
}

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The build writes its variables and breakpoints into style sheets (`theme-css`), which need no MUI code. */
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
  // The inbox shows list and card side by side from `lg`.
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1100, xl: 1536 } },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: SYSTEM_FONT,
    fontSize: 14,
    htmlFontSize: 14,
    h1: { fontSize: '20px', fontWeight: 600, lineHeight: 1.3 },
    h2: { fontSize: '16px', fontWeight: 600, lineHeight: 1.4 },
    h3: { fontSize: '14px', fontWeight: 600, lineHeight: 1.4 },
    brand: { fontSize: '17px' },
    subtitle2: { fontSize: '15px' },
    body1: { fontSize: '14px', lineHeight: 1.45 },
    small: { fontSize: '13px' },
    caption: { fontSize: '12px' },
    overline: { fontSize: '11px' },
    button: { textTransform: 'none', fontSize: '14px', fontWeight: 600 },
  },
  components: {
    MuiAlert: {
      styleOverrides: {
        root: {
          alignItems: 'start',
          '.MuiPaper-outlined &.MuiAlert-outlined': { borderWidth: '0 0 0 3px', borderRadius: 0 },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 'var(--touch)',
          whiteSpace: 'nowrap',
          // Every secondary button looks like `.button` of the style sheets; the colors of states remain.
          variants: (['primary', 'inherit'] as const).map((color) => ({
            props: { variant: 'outlined', color } as const,
            style: {
              borderColor: 'var(--control-line)',
              color: 'var(--ink)',
              '&[aria-pressed="true"]': {
                borderColor: 'var(--accent)',
                backgroundColor: 'var(--accent-soft)',
                color: 'var(--accent)',
              },
            },
          })),
        },
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
    MuiPaper: {
      styleOverrides: {
        root: { backgroundImage: 'none' },
        outlined: { '.MuiPaper-outlined &': { border: 0 } },
      },
    },
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
