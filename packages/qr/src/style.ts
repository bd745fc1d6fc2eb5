/** How the dark modules are drawn: `rounded` lets neighbours flow into each other, `lines` joins those of a column. */
export const moduleShapes = ['square', 'rounded', 'dots', 'lines'] as const
export type ModuleShape = (typeof moduleShapes)[number]

/** How the three corner patterns are drawn. */
export const cornerShapes = ['square', 'rounded', 'circle'] as const
export type CornerShape = (typeof cornerShapes)[number]

export const gradientDirections = ['down', 'right', 'diagonal', 'radial'] as const
export type GradientDirection = (typeof gradientDirections)[number]

/** The look of a QR code. Colours are `#rrggbb`. */
export type QrStyle = {
  foreground: string
  /** From `foreground` to another colour. */
  gradient: { to: string; direction: GradientDirection } | null
  background: string
  modules: ModuleShape
  corners: CornerShape
  /** Null: as the modules. */
  cornerColor: string | null
  /** Width of the logo, of the code's own width, in percent. Nothing is left free without a logo. */
  logoPercent: number
}

/** The default that nobody can edit: black squares on white. */
export const plainStyle: QrStyle = {
  foreground: '#000000',
  gradient: null,
  background: '#ffffff',
  modules: 'square',
  corners: 'square',
  cornerColor: null,
  logoPercent: 20,
}
