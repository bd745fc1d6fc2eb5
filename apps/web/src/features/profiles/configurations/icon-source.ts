/** The address with which an image element shows a PNG or JPEG in Base64; undefined without one. */
export function iconSource(base64: string): string | undefined {
  if (base64 === '') return undefined
  return `data:image/${base64.startsWith('/9j/') ? 'jpeg' : 'png'};base64,${base64}`
}
