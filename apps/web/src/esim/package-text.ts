import { PACKAGE_MAX_BYTES, PACKAGE_TEXT_MAX } from '@simwright/contract/profiles/package-text'

/** DER begins with the tag of the profile header, which is no character of hexadecimal or Base64. */
const isDer = (bytes: Uint8Array) => (bytes[0] ?? 0) >= 0x80

/**
 * The content of a package file as the server reads it: DER becomes Base64, hexadecimal and Base64 stay. Undefined if it
 * is larger than a package can be.
 */
export function packageText(bytes: Uint8Array): string | undefined {
  if (!isDer(bytes)) return bytes.length > PACKAGE_TEXT_MAX ? undefined : new TextDecoder().decode(bytes)
  if (bytes.length > PACKAGE_MAX_BYTES) return undefined
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
