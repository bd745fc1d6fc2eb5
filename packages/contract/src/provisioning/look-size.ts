// Separate from the endpoints, so that the worker thread that draws QR codes loads nothing else.

/** Width and height of a redrawn logo in pixels, and its allowed width in percent of the code's width. */
export const LOGO = { painted: 192, percent: { min: 12, max: 30 } } as const

/** Widths in pixels at which a QR code must be readable before its style is saved. */
export const READ_BACK_SIZES = [120, 240, 480] as const
