/** A PNG picture as a data URL (RFC 2397). */
export const pngUrl = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`
