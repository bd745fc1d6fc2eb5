import { fault } from '../../../http/input.ts'

/**
 * The bytes of a package that is written in hexadecimal digits or Base64, with blanks and line breaks anywhere.
 * @throws Problem invalid at `path`
 */
export function readPackageText(path: string, text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '')
  if (/^([0-9A-Fa-f]{2})+$/.test(digits)) return Buffer.from(digits, 'hex')
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(digits) && digits.length % 4 === 0) return Buffer.from(digits, 'base64')
  throw fault(path, 'format', 'Not a profile package: neither DER, nor hexadecimal digits, nor Base64.')
}
