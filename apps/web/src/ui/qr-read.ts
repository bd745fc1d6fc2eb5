/** Pictures larger than this are made smaller first: QR codes need no more. */
const LARGEST = 1_600

type Jsqr = (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  options: { inversionAttempts: 'dontInvert' | 'attemptBoth' },
) => { data: string } | null

/** The reader comes when it is needed. */
async function reader(): Promise<Jsqr> {
  const { default: jsqr } = await import('jsqr')
  return jsqr as unknown as Jsqr
}

/** What a camera would read from a canvas; undefined when nothing. */
export async function readCanvas(
  canvas: HTMLCanvasElement,
  inverted: 'dontInvert' | 'attemptBoth' = 'dontInvert',
): Promise<string | undefined> {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, width, height)
  return (await reader())(data, width, height, { inversionAttempts: inverted })?.data
}

/** The QR code in a picture file. @throws when it is no picture */
export async function readPicture(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    const longest = Math.max(picture.naturalWidth, picture.naturalHeight, 1)
    for (const scale of [Math.min(1, LARGEST / longest), Math.min(1, 600 / longest)]) {
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.round((picture.naturalWidth || LARGEST) * scale))
      canvas.height = Math.max(1, Math.round((picture.naturalHeight || LARGEST) * scale))
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
