/** A secret that must not appear anywhere, as text or bytes. */
export type Canary = { name: string; value: string | Uint8Array }

/** Shorter values would match by chance. */
const MIN_LENGTH = 8

/**
 * The names of the secrets that the text contains: verbatim, in hexadecimal of either case, or in base64 (both
 * alphabets) at any offset.
 * @throws TypeError for a secret shorter than 8 characters or bytes
 */
export function findCanaries(text: string, canaries: readonly Canary[]): string[] {
  const lower = text.toLowerCase()
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  const isThere = ({ value }: Canary) => {
    const bytes = Buffer.from(value as Uint8Array)
    return (
      text.includes(bytes.toString('latin1')) ||
      lower.includes(bytes.toString('hex')) ||
      base64Cores(bytes).some((core) => plain.includes(core))
    )
  }
  for (const { name, value } of canaries) {
    if (value.length < MIN_LENGTH) throw new TypeError(`${name} is too short to be looked for`)
  }
  return canaries.filter(isThere).map(({ name }) => name)
}

/** The base64 of the bytes at each of the three alignments, without the characters that neighboring bytes change. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return encoded.slice(start, end)
  })
}
