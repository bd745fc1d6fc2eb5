/**
 * The bytes of a package that is written in hexadecimal digits or Base64, with white space anywhere. Undefined if the text
 * is neither.
 */
export function parsePackageText(text: string): Uint8Array | undefined {
  const compact = text.replace(/\s+/g, '')
  if (/^([0-9a-fA-F]{2})*$/.test(compact)) return new Uint8Array(Buffer.from(compact, 'hex'))
  const isBase64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact)
  return isBase64 ? new Uint8Array(Buffer.from(compact, 'base64')) : undefined
}
