/** A file with a package as text for the server: its hexadecimal digits or Base64, or its bytes as Base64. */
export async function readPackageFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 0x20 && byte < 0x7f))
  return isText ? new TextDecoder().decode(bytes) : base64(bytes)
}

/** Bytes per step: `fromCharCode` takes a limited number of arguments. */
const STEP = 0x8000

function base64(bytes: Uint8Array): string {
  const steps = Array.from({ length: Math.ceil(bytes.length / STEP) }, (_, index) =>
    String.fromCharCode(...bytes.subarray(index * STEP, (index + 1) * STEP)),
  )
  return btoa(steps.join(''))
}
