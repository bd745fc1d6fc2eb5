import { CertificateError } from './certificate-error.ts'

/** One block of a PEM text: its label and its decoded content. */
export interface PemBlock {
  readonly label: string
  readonly der: Uint8Array
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g

/** Whether the first 4096 bytes contain a PEM header; text may precede it. */
export function isPem(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4096)).toString('latin1').includes('-----BEGIN ')
}

/** All blocks of a PEM text (RFC 7468). Text between the blocks is ignored. */
export function readPem(text: string): PemBlock[] {
  return Array.from(text.matchAll(BLOCK), ([, label, body]) => ({
    label: label!,
    der: new Uint8Array(Buffer.from(body!, 'base64')),
  }))
}

/** A PEM block with lines of 64 characters (RFC 7468). */
export function writePem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`
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
