/** The 4 bytes of an IPv4 address. */
export function ipv4Bytes(text: string): Uint8Array | undefined {
  const numbers = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : []
  return numbers.length === 4 && numbers.every((number) => number <= 255) ? Uint8Array.from(numbers) : undefined
}

export const ipv4Text = (bytes: Uint8Array): string => bytes.join('.')

/** The 16 bytes of an IPv6 address, which may have one `::`. */
export function ipv6Bytes(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (!text.includes(':') || halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return Uint8Array.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  )
}

export const isIpAddress = (text: string): boolean => (ipv4Bytes(text) ?? ipv6Bytes(text)) !== undefined

/** The text of an IPv6 address, with all its groups. */
export function ipv6Text(bytes: Uint8Array): string {
  const pair = (at: number) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)
  return Array.from({ length: 8 }, (_, i) => pair(2 * i)).join(':')
}
