import { ES2PLUS_LIMITS } from '@simwright/contract/programs/es2plus'

const isText = (bytes: Uint8Array) => bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13))

/**
 * The signature in a file: as it is if the file has text (Base64, hexadecimal), else in Base64. What exceeds the limit of
 * a signature is cut, so that it is refused.
 */
export async function signatureText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, ES2PLUS_LIMITS.signatureLength + 1).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  return isText(bytes) ? text.trim() : btoa(text)
}
