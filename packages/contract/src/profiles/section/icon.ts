/** The maximum size of an icon (SGP.22, 5.5.3). */
export const ICON_MAX_BYTES = 1024

/** The longest icon in Base64. */
export const ICON_MAX_TEXT = Math.ceil(ICON_MAX_BYTES / 3) * 4

/** The beginning of a PNG or JPEG file in Base64. */
export const ICON = /^(iVBORw0KGgo|\/9j\/)[A-Za-z0-9+/]*={0,2}$/

export const iconBytes = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

/**
 * Whether the file has only what is needed to draw it: no text, no metadata of unknown content, nothing after its end.
 * True for a damaged file, which the decoder refuses.
 */
export function isPictureOnly(base64: string): boolean {
  const bytes = bytesOf(base64)
  if (bytes === undefined) return true
  return base64.startsWith('/9j/') ? isJpegOnly(bytes) : isPngOnly(bytes)
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** The chunks of a PNG file that have pixels, colors, sizes or a time (W3C PNG, 5.6 and 11). */
const pngChunks = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs tIME'.split(' '))

function isPngOnly(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer)
  // signature, then length, type, content and CRC of each chunk
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (!pngChunks.has(type)) return false
    at += 12 + view.getUint32(at)
    if (type === 'IEND') return at >= bytes.length
  }
  return true
}

/** Markers of ITU-T T.81, B.1. */
const marker = {
  end: 0xd9,
  scan: 0xda,
  firstApplication: 0xe0,
  adobe: 0xee,
  lastApplication: 0xef,
  comment: 0xfe,
} as const

/** Bytes of the segments that only say how the colors are coded: JFIF without a thumbnail, and Adobe's. */
const colorSegments: ReadonlyMap<number, number> = new Map([
  [marker.firstApplication, 16],
  [marker.adobe, 14],
])

function isJpegOnly(bytes: Uint8Array): boolean {
  for (let at = 2; at + 2 <= bytes.length; ) {
    const code = bytes[at + 1]!
    if (code === marker.end) return at + 2 === bytes.length
    const size = (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (isMetadata(code) && colorSegments.get(code) !== size) return false
    at += 2 + size
    if (code === marker.scan) at = endOfScan(bytes, at)
  }
  return true
}

const isMetadata = (code: number) =>
  (code >= marker.firstApplication && code <= marker.lastApplication) || code === marker.comment

/** The next marker after the coded pixels, in which FF is followed by 00 or a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  const isMarker = (code: number | undefined) => code !== undefined && code !== 0 && (code < 0xd0 || code > 0xd7)
  for (let at = from; at < bytes.length; at++) if (bytes[at] === 0xff && isMarker(bytes[at + 1])) return at
  return bytes.length
}
