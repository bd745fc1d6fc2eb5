// Apart from the endpoints, so that the thread that paints a look loads nothing else.

/** What is made of a logo: pixels each way, and percents of a code's width that it may take. */
export const LOGO = { painted: 192, percent: { min: 12, max: 30 } } as const

/** Pixels each way at which a style is read back before it is kept. */
export const READ_BACK_SIZES = [120, 240, 480] as const
