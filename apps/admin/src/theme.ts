import type { RaThemeOptions } from 'react-admin'
import { defaultLightTheme } from 'react-admin'

/** A token of the design system (`packages/ui/src/tokens.css`), for where a library computes with it. */
export function token(name: `--${string}`): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

const label = {
  font: 'var(--type-label)',
  letterSpacing: 'var(--tracking-label)',
  textTransform: 'uppercase',
} as const

const display = { fontFamily: 'var(--font-display)', fontWeight: 500, letterSpacing: '-0.01em' }

/** The house's colours, type and edges for Material UI: flat, hairlines, no corners, no shadows. */
export function createTheme(): RaThemeOptions {
  const ink = token('--color-ink')
  const hairline = '1px solid var(--color-hairline)'
  const focus = { outline: '2px solid var(--color-ink)', outlineOffset: 2 }
  const base = defaultLightTheme
  return {
    ...base,
    palette: {
      mode: 'light',
      primary: { main: ink, contrastText: token('--color-white') },
      secondary: { main: ink, contrastText: token('--color-white') },
      error: { main: token('--color-error') },
      warning: { main: token('--color-warning') },
      success: { main: token('--color-success') },
      info: { main: token('--color-stone') },
      background: { default: token('--color-paper'), paper: token('--color-white') },
      text: { primary: ink, secondary: token('--color-stone') },
      divider: token('--color-hairline'),
    },
    shape: { borderRadius: 2 },
    shadows: Array.from({ length: 25 }, (_, level) =>
      level === 0 ? 'none' : 'var(--shadow-overlay)',
    ) as RaThemeOptions['shadows'],
    typography: {
      fontFamily: 'var(--font-text)',
      fontSize: 14,
      h1: { ...display, fontSize: '2.25rem' },
      h2: { ...display, fontSize: '1.75rem' },
      h3: { ...display, fontSize: '1.5rem' },
      h4: { ...display, fontSize: '1.5rem' },
      h5: { ...display, fontSize: '1.375rem' },
      h6: { ...display, fontSize: '1.25rem' },
      button: label,
      overline: label,
    },
    components: {
      ...base.components,
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        styleOverrides: { root: { '&.Mui-focusVisible': focus } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: { root: { ...label, minHeight: 36, paddingInline: 16 } },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: {
        defaultProps: { variant: 'outlined' },
        styleOverrides: { root: { borderColor: 'var(--color-hairline)' } },
      },
      MuiTextField: {
        defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
      },
      MuiFormControl: {
        defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true },
      },
      MuiOutlinedInput: {
        styleOverrides: {
          root: { backgroundColor: 'var(--color-white)' },
          notchedOutline: { borderColor: 'var(--color-hairline)' },
        },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderBottom: hairline, fontVariantNumeric: 'tabular-nums' },
          head: { ...label, color: 'var(--color-stone)' },
        },
      },
      MuiChip: { styleOverrides: { root: { borderRadius: 2 } } },
      MuiTooltip: {
        styleOverrides: { tooltip: { backgroundColor: ink, font: 'var(--type-caption)' } },
      },
      MuiDialog: { styleOverrides: { paper: { borderRadius: 2 } } },
      MuiTab: { styleOverrides: { root: label } },
      RaEdit: { defaultProps: { mutationMode: 'pessimistic' } },
      RaDeleteButton: { defaultProps: { mutationMode: 'pessimistic' } },
      RaBulkDeleteButton: { defaultProps: { mutationMode: 'pessimistic' } },
      RaDatagrid: {
        styleOverrides: {
          root: {
            '& .RaDatagrid-headerCell': { ...label, backgroundColor: 'transparent' },
            '& .RaDatagrid-row:last-of-type > td': { borderBottom: 0 },
            '& .RaDatagrid-rowCell time': { whiteSpace: 'nowrap' },
            '& .RaDatagrid-row.MuiTableRow-hover:hover': { backgroundColor: 'var(--color-paper)' },
            '@media (width < 1200px)': { '& .MuiTableCell-root': { paddingInline: '10px' } },
          },
        },
      },
    },
    sidebar: { width: 232, closedWidth: 0 },
  }
}
