import jsqr from 'jsqr'

/** A picture as rows of RGBA pixels, four bytes each. */
export type Picture = { width: number; height: number; pixels: ArrayLike<number> }

/** Decodes the QR code in a picture; undefined when none is readable. */
export function readQr({ width, height, pixels }: Picture): string | undefined {
  const read = jsqr as unknown as typeof jsqr.default
  return read(Uint8ClampedArray.from(pixels), width, height)?.data
}
