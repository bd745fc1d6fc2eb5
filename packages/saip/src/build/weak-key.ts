import { toHex } from '@simwright/asn1'

export interface Weakness {
  /** `error`: nobody but a test profile may have it; `warning`: published, yet not shipped anywhere as a default */
  readonly severity: 'error' | 'warning'
  readonly text: string
}

/** Keys that stand in public test profiles, sample code and default settings, beyond what the patterns below find. */
const publicKeys: ReadonlyMap<string, string> = new Map([
  // TCA eUICC Profile Package, sample profile: keys of its security domains; also the MNO-SD of GSMA TS.48 before 7.0
  ['66778899aabbccdd1122334455eeff10', 'the sample profile of the package format and TS.48'],
  ['112233445566778899aabbccddeeff10', 'the sample profile of the package format and TS.48'],
  ['99aabbccddeeff101122334455667788', 'the sample profile of the package format and TS.48'],
  ['0102030405060708090a0b0c0d0e0f00', 'the sample profile of the package format'],
  ['404142434445464748494a4b4c4d4e4f', 'GlobalPlatform test cards'],
  ['e8ed289deba952e4283b54e88e6183ca', 'default settings of open-source core networks'],
  ['63bfa50ee6523365ff14c1f45f88737d', 'default settings of open-source core networks'],
  ['8baf473f2f8fd09487cccbd7097c6862', 'default settings of open-source core networks'],
  ['8e27b6af0e692e750f32667a3b14605d', 'default settings of open-source core networks'],
])

/** Ki, OP and OPc of 3GPP TS 35.208, test sets 1 to 6: vectors, used to show that authentication works. */
const testVectors: ReadonlySet<string> = new Set([
  '465b5ce8b199b49faa5f0a2ee238a6bc',
  'cdc202d5123e20f62b6d676ac72cb318',
  'cd63cb71954a9f4e48a5994e37a02baf',
  '0396eb317b6d1c36f19c1c84cd6ffd16',
  'ff53bade17df5d4e793073ce9d7579fa',
  '53c15671c60a4b731c55b4a441c0bde2',
  'fec86ba6eb707ed08905757b1bb44b8f',
  'dbc59adcb6f9a0ef735477b7fadf8374',
  '1006020f0a478bf6b699f15c062e42b3',
  '9e5944aea94b81165c82fbf9f32db751',
  '223014c5806694c007ca1eeef57f004f',
  'a64a507ae1a2a98bb88eb4210135dc87',
  '4ab1deb05ca6ceb051fc98e77d026a84',
  '2d16c5cd1fdf6b22383584e3bef2a8d8',
  'dcf07cbd51855290b92a07a9891e523e',
  '6c38a116ac280c454f59332ee35c8c4f',
  '1ba00a1a7c6700ac8c3ff3e96ad08725',
  '3803ef5363b947c6aaa225e58fae3934',
])

/** undefined for a key that shows no pattern and is not publicly known. */
export function weakness(key: Uint8Array): Weakness | undefined {
  const hex = toHex(key)
  const origin = publicKeys.get(hex)
  if (origin !== undefined) return { severity: 'error', text: `Is a publicly known key: ${origin}.` }
  if (isProgression(key)) return { severity: 'error', text: 'Is a pattern, not a random key.' }
  if (isPeriodic(key)) return { severity: 'error', text: 'Repeats itself: not a random key.' }
  if (testVectors.has(hex)) return { severity: 'warning', text: 'Is a published test vector of 3GPP TS 35.208.' }
  return undefined
}

/** 00.., FF.., 000102.., 112233.., 0F0E0D..: each byte the same step from the one before, but for one jump. */
function isProgression(key: Uint8Array): boolean {
  const steps = new Map<number, number>()
  for (let i = 1; i < key.length; i++) {
    const step = ((key[i] as number) - (key[i - 1] as number) + 256) & 0xff
    steps.set(step, (steps.get(step) ?? 0) + 1)
  }
  return Math.max(...steps.values()) >= key.length - 2
}

function isPeriodic(key: Uint8Array): boolean {
  for (let period = 2; period <= key.length / 2; period *= 2) {
    if (key.every((byte, i) => byte === key[i % period])) return true
  }
  return false
}
