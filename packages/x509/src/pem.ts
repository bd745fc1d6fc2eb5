import { CertificateError } from './certificate-error.ts'

/** One block of a PEM text: its label and its decoded content. */
export interface PemBlock {
  readonly label: string
  readonly der: Uint8Array
}

const DASHES = '-----'
const BEGIN = `${DASHES}BEGIN `
const LABEL = /^[A-Z0-9 ]+$/
const BODY = /^[A-Za-z0-9+/=\s]*$/

/** Whether the first 4096 bytes contain a PEM header; text may precede it. */
export function isPem(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4096)).toString('latin1').includes('-----BEGIN ')
}

/** All blocks of a PEM text (RFC 7468). Text between the blocks is ignored. */
export function readPem(text: string): PemBlock[] {
  const blocks: PemBlock[] = []
  // label and body have no dashes, so each byte is looked at a few times: one pattern would take the square of the length
  for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at)) {
    at += BEGIN.length
    const labelEnd = text.indexOf(DASHES, at)
    const bodyEnd = labelEnd < 0 ? -1 : text.indexOf(DASHES, labelEnd + DASHES.length)
    if (bodyEnd < 0) break
    const label = text.slice(at, labelEnd)
    const body = text.slice(labelEnd + DASHES.length, bodyEnd)
    if (!LABEL.test(label) || !BODY.test(body) || !text.startsWith(`${DASHES}END ${label}${DASHES}`, bodyEnd)) continue
    blocks.push({ label, der: new Uint8Array(Buffer.from(body, 'base64')) })
    at = bodyEnd
  }
  return blocks
}

/** A PEM block with lines of 64 characters (RFC 7468). */
export function writePem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)
  return `-----BEGIN ${label}-----\n${(lines ?? ['']).join('\n')}\n-----END ${label}-----\n`
}

/**
 * DER input unchanged, or the blocks of PEM input that have one of the labels.
 * @throws CertificateError `malformed` if PEM input has no such block
 */
export function derBlocks(bytes: Uint8Array, labels: readonly string[]): Uint8Array[] {
  if (!isPem(bytes)) return [bytes]
  const blocks = readPem(Buffer.from(bytes).toString('latin1')).filter(({ label }) => labels.includes(label))
  if (blocks.length === 0) throw new CertificateError('malformed', `PEM without a block "${labels[0]}"`)
  return blocks.map(({ der }) => der)
}
