/**
 * TUAK, 3GPP TS 35.231: the functions f1 to f5* based on Keccak.
 */
import { keccakP } from '@noble/hashes/sha3.js'
import { swap32IfBE, u32 } from '@noble/hashes/utils.js'

/** Key and parameters of a TUAK subscription. */
export type TuakKey = {
  /** 16 or 32 bytes. */
  readonly k: Uint8Array
  /** TOPc, 32 bytes. */
  readonly topc: Uint8Array
  readonly resBytes: 4 | 8 | 16 | 32
  /** Length of MAC-A and MAC-S. Default: 8, as AUTN of UMTS requires. */
  readonly macBytes?: 8 | 16 | 32
  /** Lengths of CK and IK. Default: 16. */
  readonly ckBytes?: 16 | 32
  readonly ikBytes?: 16 | 32
  /** Number of Keccak permutations, at least 1. */
  readonly iterations: number
}

const ALGORITHM_NAME = new TextEncoder().encode('TUAK1.0')
const STATE_BYTES = 200

/** Offsets of the fields in the state, in bytes. Each field has its bytes in reverse order (TS 35.231 clause 6). */
const AT = {
  top: 0,
  instance: 32,
  name: 33,
  rand: 40,
  amf: 56,
  sqn: 58,
  key: 64,
  padding: 96,
  lastPadding: 135,
} as const

/** Values of INSTANCE by function. The lengths of K, MAC, RES, CK and IK set further bits (TS 35.231 clause 6). */
const INSTANCE = { topc: 0x00, f1: 0x00, f1star: 0x80, f2345: 0x40, f5star: 0xc0 } as const
const INSTANCE_LONG_KEY = 0x01
const INSTANCE_LONG_IK = 0x02
const INSTANCE_LONG_CK = 0x04
/** The bits of INSTANCE for a MAC or RES of so many bytes. */
const LENGTH_BITS = { 4: 0x00, 8: 0x08, 16: 0x10, 32: 0x20 } as const

const reversed = (bytes: Uint8Array) => Uint8Array.from(bytes).reverse()

type Input = { instance: number; rand?: Uint8Array; sqn?: Uint8Array; amf?: Uint8Array }

/** Fills the state and applies Keccak-f[1600] (FIPS 202, 3.3) `iterations` times (TS 35.231 clause 6.1). */
function permute(key: Pick<TuakKey, 'k' | 'topc' | 'iterations'>, input: Input): Uint8Array {
  const state = new Uint8Array(STATE_BYTES)
  const put = (bytes: Uint8Array | undefined, at: number) => bytes && state.set(reversed(bytes), at)
  put(key.topc, AT.top)
  state[AT.instance] = input.instance | (key.k.length === 32 ? INSTANCE_LONG_KEY : 0)
  put(ALGORITHM_NAME, AT.name)
  put(input.rand, AT.rand)
  put(input.amf, AT.amf)
  put(input.sqn, AT.sqn)
  put(key.k, AT.key)
  state[AT.padding] = 0x1f
  state[AT.lastPadding] = 0x80
  const words = u32(state)
  swap32IfBE(words)
  for (let iteration = 0; iteration < key.iterations; iteration++) keccakP(words)
  swap32IfBE(words)
  return state
}

/** TOPc, 32 bytes, from TOP of the operator, 32 bytes. */
export function deriveTopc(k: Uint8Array, top: Uint8Array, iterations = 1): Uint8Array {
  return reversed(permute({ k, topc: top, iterations }, { instance: INSTANCE.topc }).subarray(0, 32))
}

/** f1 (MAC-A) and f1* (MAC-S), `macBytes` each. */
export function tuakMac(
  key: TuakKey,
  input: { rand: Uint8Array; sqn: Uint8Array; amf: Uint8Array },
): { macA: Uint8Array; macS: Uint8Array } {
  const { macBytes = 8 } = key
  const mac = (instance: number) =>
    reversed(permute(key, { instance: instance | LENGTH_BITS[macBytes], ...input }).subarray(0, macBytes))
  return { macA: mac(INSTANCE.f1), macS: mac(INSTANCE.f1star) }
}

/** f2 to f5: RES (`resBytes`), CK (`ckBytes`), IK (`ikBytes`), AK (6 bytes). */
export function tuakKeys(key: TuakKey, rand: Uint8Array) {
  const { resBytes, ckBytes = 16, ikBytes = 16 } = key
  const lengths =
    LENGTH_BITS[resBytes] | (ckBytes === 32 ? INSTANCE_LONG_CK : 0) | (ikBytes === 32 ? INSTANCE_LONG_IK : 0)
  const out = permute(key, { instance: INSTANCE.f2345 | lengths, rand })
  const field = (at: number, length: number) => reversed(out.subarray(at, at + length))
  return { res: field(0, resBytes), ck: field(32, ckBytes), ik: field(64, ikBytes), ak: field(96, 6) }
}

/** f5*: the anonymity key of a resynchronisation, 6 bytes. */
export function tuakResyncAk(key: TuakKey, rand: Uint8Array): Uint8Array {
  return reversed(permute(key, { instance: INSTANCE.f5star, rand }).subarray(96, 102))
}
