/** The numbers of the EF.UST services that the builder uses (3GPP TS 31.102, 4.2.8). */
export const usimServices = {
  'fixed dialling numbers': 2,
  'short messages': 10,
  'short message parameters': 12,
  'group identifier 1': 17,
  'group identifier 2': 18,
  'service provider name': 19,
  'user controlled networks': 20,
  MSISDN: 21,
  'GSM access': 27,
  'data download by SMS-PP': 28,
  'always available': 33,
  'enabled services table': 34,
  'GSM security context': 38,
  'operator controlled networks': 42,
  'home networks': 43,
  'network names': 45,
  'operator network list': 46,
  'equivalent home networks': 71,
  'EPS mobility management': 85,
  '5GS mobility management': 122,
  '5G security parameters': 123,
  'SUCI by the device': 124,
  'SUCI by the USIM': 125,
  'access identities': 126,
  'operator network list of 5G': 129,
} as const
/** The name of a service of EF.UST. */
export type UsimService = keyof typeof usimServices

/** The numbers of the EF.IST services that the builder uses (3GPP TS 31.103, 4.2.7). */
export const isimServices = { 'P-CSCF address': 1, 'P-CSCF for local break out': 5 } as const

/** EF.UST or EF.IST: service n is bit n-1, least significant bit of the first byte first. At least `size` bytes. */
export function encodeServices(services: Iterable<number>, size: number): Uint8Array {
  const numbers = [...services]
  const table = new Uint8Array(Math.max(size, Math.ceil(Math.max(0, ...numbers) / 8)))
  for (const service of numbers) {
    const at = (service - 1) >> 3
    table[at] = (table[at] as number) | (1 << ((service - 1) & 7))
  }
  return table
}

/** The numbers of the services that are on, ascending. */
export function decodeServices(table: Uint8Array): number[] {
  return Array.from({ length: table.length * 8 }, (_, index) => index + 1).filter(
    (service) => ((table[(service - 1) >> 3] as number) & (1 << ((service - 1) & 7))) !== 0,
  )
}
