import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorShade,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'
import type { AppConfig } from '@simwright/contract/platform/brand'
import { startTexts } from '../texts/start.ts'
import { type Accent, accentOf, accentTokens } from './accent.ts'

type StyleProperties = AppConfig['styleProperties']

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f2f4f7',
  '#e5e8ee',
  '#d3d8e0',
  '#868e9c',
  '#79828f',
  '#636b78',
  '#555d6a',
  '#2e343e',
  '#12161d',
]

const dark: MantineColorsTuple = [
  '#e8ebf0',
  '#c0c8d3',
  '#a0a9b7',
  '#687383',
  '#303946',
  '#222933',
  '#181d25',
  '#12161c',
  '#0c0f14',
  '#080a0e',
]

const red: MantineColorsTuple = [
  '#fdecec',
  '#fbd5d6',
  '#f5a9ac',
  '#ef7c81',
  '#cf333b',
  '#cf333b',
  '#c42a33',
  '#b3242c',
  '#981d25',
  '#7c171e',
]

/** The Mantine theme of a platform: accent, grays, type and sizes. Sizes, spaces, layers and status colors come from styles/tokens.css. */
export function themeOf(style: StyleProperties): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: style.primaryShade as { light: MantineColorShade; dark: MantineColorShade },
    colors: { brand: style.palette as unknown as MantineColorsTuple, gray, dark, red },
    white: '#ffffff',
    black: '#12161d',
    autoContrast: true,
    luminanceThreshold: 0.183,
    cursorType: 'pointer',
    respectReducedMotion: true,
    fontFamily: 'var(--font-text)',
    fontFamilyMonospace: 'var(--font-mono)',
    fontSizes: {
      xs: 'var(--type-small)',
      sm: 'var(--type-text)',
      md: 'var(--type-body)',
      lg: 'var(--type-lead)',
      xl: 'var(--type-h2)',
    },
    lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '26px' },
    spacing: {
      xs: 'var(--space-8)',
      sm: 'var(--space-12)',
      md: 'var(--space-16)',
      lg: 'var(--space-24)',
      xl: 'var(--space-32)',
    },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
    defaultRadius: 'sm',
    shadows: {
      xs: 'var(--shadow-panel)',
      sm: 'var(--shadow-panel)',
      md: 'var(--shadow-raised)',
      lg: 'var(--shadow-raised)',
      xl: 'var(--shadow-overlay)',
    },
    headings: {
      fontFamily: 'var(--font-text)',
      fontWeight: '600',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: 'var(--type-h1)', lineHeight: '28px' },
        h2: { fontSize: 'var(--type-h2)', lineHeight: '24px' },
        h3: { fontSize: 'var(--type-h3)', lineHeight: '20px' },
        h4: { fontSize: 'var(--type-body)', lineHeight: '20px' },
        h5: { fontSize: 'var(--type-text)', lineHeight: '18px' },
        h6: { fontSize: 'var(--type-small)', lineHeight: '16px' },
      },
    },
    components,
  })
}

/** The sizes and habits of Mantine's components. */
const components: MantineThemeOverride['components'] = {
  Button: {
    defaultProps: { size: 'sm' },
    vars: sizes({ sm: { root: { '--button-height': '34px', '--button-padding-x': '14px' } } }),
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
  TextInput: { defaultProps: { size: 'sm' } },
  PasswordInput: { defaultProps: { size: 'sm' } },
  NumberInput: { defaultProps: { size: 'sm' } },
  Textarea: { defaultProps: { size: 'sm' } },
  // Enter takes the first match of what is typed
  Select: { defaultProps: { size: 'sm', checkIconPosition: 'right', selectFirstOptionOnChange: true } },
  MultiSelect: { defaultProps: { size: 'sm', checkIconPosition: 'right' } },
  TagsInput: { defaultProps: { size: 'sm' } },
  Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
  Radio: { defaultProps: { size: 'xs' } },
  Switch: { defaultProps: { size: 'sm' } },
  SegmentedControl: { defaultProps: { size: 'xs' } },
  ColorPicker: { defaultProps: { saturationLabel: startTexts.saturation, hueLabel: startTexts.hue } },
  InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  ModalHeader: { defaultProps: { role: 'none' } },
  DrawerHeader: { defaultProps: { role: 'none' } },
  Input: { vars: sizes({ sm: { wrapper: { '--input-height': '34px', '--input-fz': 'var(--type-body)' } } }) },
  // inside a landmark of App.tsx, wherever it is opened from
  Portal: { defaultProps: { target: '#overlays' } },
  Tooltip: {
    defaultProps: {
      openDelay: 300,
      withArrow: true,
      arrowSize: 6,
      events: { hover: true, focus: true, touch: false },
    },
  },
  Menu: {
    defaultProps: {
      withInitialFocusPlaceholder: false,
      shadow: 'md',
      radius: 'md',
      transitionProps: { duration: 120 },
    },
  },
  Modal: {
    defaultProps: {
      zIndex: 'var(--layer-dialog)',
      radius: 'lg',
      shadow: 'xl',
      centered: true,
      transitionProps: { duration: 160 },
      overlayProps: { backgroundOpacity: 0.45 },
    },
  },
  Drawer: {
    defaultProps: { shadow: 'xl', transitionProps: { duration: 180 }, overlayProps: { backgroundOpacity: 0.35 } },
  },
  Tabs: { defaultProps: { variant: 'default' } },
  Skeleton: { defaultProps: { radius: 'sm' } },
}

/** Maps Mantine's color variables to the tokens, and sets the accent of both schemes. */
export function variablesOf(style: StyleProperties): CSSVariablesResolver {
  return () => ({
    variables: {},
    light: { ...mantineColors, ...accentVariables(accentOf(style.palette, style.primaryShade.light, 'light')) },
    dark: { ...mantineColors, ...accentVariables(accentOf(style.palette, style.primaryShade.dark, 'dark')) },
  })
}

const mantineColors: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--neutral-soft)',
  '--mantine-color-disabled-color': 'var(--text-faint)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-gray-text': 'var(--text-muted)',
  '--mantine-color-gray-light': 'var(--neutral-soft)',
  '--mantine-color-gray-light-hover': 'var(--line)',
  '--mantine-color-gray-light-color': 'var(--neutral-text)',
  '--mantine-color-red-text': 'var(--danger-text)',
  '--mantine-color-red-filled': '#cf333b',
  '--mantine-color-red-filled-hover': '#b3242c',
  '--mantine-color-red-light': 'var(--danger-soft)',
  '--mantine-color-red-light-hover': 'var(--danger-soft)',
  '--mantine-color-red-light-color': 'var(--danger-text)',
  '--mantine-color-green-light': 'var(--success-soft)',
  '--mantine-color-green-light-color': 'var(--success-text)',
  '--mantine-color-yellow-light': 'var(--warning-soft)',
  '--mantine-color-yellow-light-color': 'var(--warning-text)',
  '--mantine-color-red-outline': 'var(--danger-text)',
}

/** The CSS variables of an accent, for the tokens and for Mantine's components. */
export function accentVariables(accent: Accent): Record<string, string> {
  return {
    ...accentTokens(accent),
    '--mantine-color-anchor': accent.text,
    '--mantine-color-brand-text': accent.text,
    '--mantine-color-brand-filled': accent.fill,
    '--mantine-color-brand-filled-hover': accent.fillHover,
    '--mantine-color-brand-light': accent.soft,
    '--mantine-color-brand-light-hover': accent.softHover,
    '--mantine-color-brand-light-color': accent.text,
    '--mantine-color-brand-outline': accent.text,
    '--mantine-color-brand-outline-hover': accent.soft,
    '--mantine-primary-color-contrast': accent.onFill,
    '--mantine-primary-color-filled': accent.fill,
    '--mantine-primary-color-filled-hover': accent.fillHover,
    '--mantine-primary-color-light': accent.soft,
    '--mantine-primary-color-light-hover': accent.softHover,
    '--mantine-primary-color-light-color': accent.text,
  }
}

type SizeVars = Record<string, Record<string, Record<string, string>>>

/** Sets the CSS variables of a Mantine component for some sizes; the other sizes keep Mantine's. */
function sizes(bySize: SizeVars) {
  return (_theme: unknown, props: { size?: unknown }) => bySize[String(props.size)] ?? {}
}
