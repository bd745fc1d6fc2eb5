type Size = { width: number; height: number }

/** A piece of a JPEG file before its picture: its marker, and where it begins and ends. */
type Segment = { marker: number; start: number; end: number }

const SCAN = 0xda
const END = 0xff_d9

/** The segments up to the picture itself (ITU-T T.81, annex B); undefined when they don't lead there. */
function segmentsOf(content: Buffer): Segment[] | undefined {
  if (content.length < 4 || content.readUInt16BE(content.length - 2) !== END) return undefined
  const segments: Segment[] = []
  for (let start = 2; start + 4 <= content.length; ) {
    if (content[start] !== 0xff) return undefined
    const marker = content[start + 1] ?? 0
    const end = start + 2 + content.readUInt16BE(start + 2)
    if (end > content.length || end < start + 4) return undefined
    segments.push({ marker, start, end })
    if (marker === SCAN) return segments
    start = end
  }
  return undefined
}

/** Frame headers, which say the size: C0 to CF without the tables among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Undefined when the file is damaged. */
export function jpegSize(content: Buffer): Size | undefined {
  const frame = segmentsOf(content)?.find(({ marker }) => isFrame(marker))
  if (!frame || frame.end - frame.start < 9) return undefined
  return { height: content.readUInt16BE(frame.start + 5), width: content.readUInt16BE(frame.start + 7) }
}

/** What cameras and programs write beside the picture: where it was taken, by whom, with what. */
const isRemark = (marker: number) => marker === 0xe1 || marker === 0xed || marker === 0xfe

/** A JPEG file with its picture only. */
export function withoutRemarks(content: Buffer): Buffer {
  const segments = segmentsOf(content) ?? []
  const kept = segments.filter(({ marker }) => !isRemark(marker)).map(({ start, end }) => content.subarray(start, end))
  return Buffer.concat([content.subarray(0, 2), ...kept, content.subarray(segments.at(-1)?.end ?? 2)])
}

/** Undefined when the file is damaged (RFC 9649, 2.5 to 2.7). */
export function webpSize(content: Buffer): Size | undefined {
  if (content.length < 30 || content.toString('latin1', 0, 4) !== 'RIFF') return undefined
  const whole = content.readUInt32LE(4) + 8
  if (whole > content.length || content.length - whole > 1) return undefined
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = content.readUInt32LE(21)
      return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 }
    }
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3f_ff, height: content.readUInt16LE(28) & 0x3f_ff }
    default:
      return undefined
  }
}
