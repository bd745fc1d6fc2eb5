import jsqr from 'jsqr'

/** A picture as rows of pixels, four bytes each: red, green, blue, opacity. */
export type Picture = { width: number; height: number; pixels: ArrayLike<number> }

/** What a camera reads from a picture that holds a QR code; undefined when it reads nothing. */
export function readQr({ width, height, pixels }: Picture): string | undefined {
  const read = jsqr as unknown as typeof jsqr.default
  return read(Uint8ClampedArray.from(pixels), width, height)?.data
}
