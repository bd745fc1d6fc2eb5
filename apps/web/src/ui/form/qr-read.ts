/** Larger pictures are scaled down to this before scanning. */
const MAX_PIXELS = 1_600

type Jsqr = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' | 'attemptBoth' },
) => { data: string } | null

/** Loads the library on first use. */
async function reader(): Promise<Jsqr> {
  const { default: jsqr } = await import('jsqr')
  return jsqr as unknown as Jsqr
}

/** Reads a QR code from a canvas; undefined if there is none. */
export async function readCanvas(
  canvas: HTMLCanvasElement,
  inverted: 'dontInvert' | 'attemptBoth' = 'dontInvert',
): Promise<string | undefined> {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, width, height)
  return (await reader())(data, width, height, { inversionAttempts: inverted })?.data
}

/** Reads the QR code in a picture file; undefined if there is none. @throws for a file that is not a picture */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const longest = Math.max(picture.naturalWidth, picture.naturalHeight, 1)
    for (const scale of [Math.min(1, MAX_PIXELS / longest), Math.min(1, 600 / longest)]) {
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round((picture.naturalWidth || MAX_PIXELS) * scale))
      canvas.height = Math.max(1, Math.round((picture.naturalHeight || MAX_PIXELS) * scale))
      const context = canvas.getContext('2d', { willReadFrequently: true })!
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const found = await readCanvas(canvas, 'attemptBoth')
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}
