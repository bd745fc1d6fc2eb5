import { ImageRefusal } from './image-refusal.ts'

export const ICO_TYPE = 'image/x-icon'

const HEADER_LENGTH = 6
const ENTRY_LENGTH = 16
const MOST_ENTRIES = 64

/** Every image of the icon lies inside the file. @throws ImageRefusal */
export function checkIco(content: Buffer): typeof ICO_TYPE {
  const count = content.readUInt16LE(4)
  const entries = Array.from(
    { length: Math.min(count, MOST_ENTRIES) },
    (_, index) => HEADER_LENGTH + ENTRY_LENGTH * index,
  )
  const isInside = (at: number) =>
    at + ENTRY_LENGTH <= content.length &&
    content.readUInt32LE(at + 8) + content.readUInt32LE(at + 12) <= content.length
  if (count === 0 || count > MOST_ENTRIES || !entries.every(isInside))
    throw new ImageRefusal('This ICO file is damaged.')
  return ICO_TYPE
}
