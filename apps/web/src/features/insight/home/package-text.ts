import { UPP_MAX_BYTES } from '@simwright/contract/provisioning/batch'

/** DER begins with the tag of the profile header, which is no character of hexadecimal or Base64. */
const isDer = (bytes: Uint8Array) => (bytes[0] ?? 0) >= 0x80

/** Hexadecimal has two digits for each byte, and line breaks. */
const TEXT_MAX_BYTES = UPP_MAX_BYTES * 2.125

/**
 * The content of a package file as the server reads it: DER becomes Base64, hexadecimal and Base64 stay. Undefined if it
 * is larger than a package can be.
 */
export function packageText(bytes: Uint8Array): string | undefined {
  if (!isDer(bytes)) return bytes.length > TEXT_MAX_BYTES ? undefined : new TextDecoder().decode(bytes)
  if (bytes.length > UPP_MAX_BYTES) return undefined
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
