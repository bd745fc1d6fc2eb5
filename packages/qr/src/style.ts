/** How dark modules are drawn: `rounded` merges adjacent ones, `lines` joins those of a column. */
export const moduleShapes = ['square', 'rounded', 'dots', 'lines'] as const
export type ModuleShape = (typeof moduleShapes)[number]

/** How the three corner patterns are drawn. */
export const cornerShapes = ['square', 'rounded', 'circle'] as const
export type CornerShape = (typeof cornerShapes)[number]

export const gradientDirections = ['down', 'right', 'diagonal', 'radial'] as const
export type GradientDirection = (typeof gradientDirections)[number]

/** The style of a QR code. Colors are `#rrggbb`. */
export type QrStyle = {
  foreground: string
  /** From `foreground` to this color. */
  gradient: { to: string; direction: GradientDirection } | null
  background: string
  modules: ModuleShape
  corners: CornerShape
  /** Null: the same paint as the modules. */
  cornerColor: string | null
  /** Width of the logo in percent of the code without its quiet zone. Without a logo no space is reserved. */
  logoPercent: number
}

/** The built-in style, which users cannot edit: black squares on white. */
export const plainStyle: QrStyle = {
  foreground: '#000000',
  gradient: null,
  background: '#ffffff',
  modules: 'square',
  corners: 'square',
  cornerColor: null,
  logoPercent: 20,
}
