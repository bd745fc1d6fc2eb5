/** The permutation Keccak-f[1600] (FIPS 202 clause 3): node:crypto offers only hashes made of it. */

const LANES = 25
const ROUNDS = 24
const MASK = (1n << 64n) - 1n

/** Rotation of each lane in bits (rho), by x + 5y, and the order in which lanes move (pi). */
const ROTATIONS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14].map(
  BigInt,
)

/** Round constants (iota) from the linear feedback shift register of FIPS 202 3.2.5. */
function roundConstants(): bigint[] {
  let register = 1
  const nextBit = () => {
    const bit = register & 1
    register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    return bit
  }
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let j = 0; j <= 6; j++) if (nextBit()) constant |= 1n << BigInt(2 ** j - 1)
    return constant
  })
}

const ROUND_CONSTANTS = roundConstants()

const rotate = (lane: bigint, bits: bigint) => ((lane << bits) | (lane >> (64n - bits))) & MASK

function theta(lanes: bigint[]): void {
  const columns = [0, 1, 2, 3, 4].map((x) => {
    return lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!
  })
  for (let at = 0; at < LANES; at++) {
    const x = at % 5
    lanes[at]! ^= columns[(x + 4) % 5]! ^ rotate(columns[(x + 1) % 5]!, 1n)
  }
}

function rhoPi(lanes: readonly bigint[]): bigint[] {
  const moved: bigint[] = new Array(LANES)
  for (let at = 0; at < LANES; at++) {
    const x = at % 5
    const y = Math.floor(at / 5)
    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lanes[at]!, ROTATIONS[at]!)
  }
  return moved
}

function chi(lanes: readonly bigint[]): bigint[] {
  return lanes.map((lane, at) => {
    const row = at - (at % 5)
    const next = lanes[row + ((at + 1) % 5)]!
    return lane ^ (~next & MASK & lanes[row + ((at + 2) % 5)]!)
  })
}

/** Permutes a state of 200 bytes. */
export function keccakF1600(state: Uint8Array): Uint8Array {
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength)
  let lanes = Array.from({ length: LANES }, (_, at) => view.getBigUint64(8 * at, true))
  for (const constant of ROUND_CONSTANTS) {
    theta(lanes)
    lanes = chi(rhoPi(lanes))
    lanes[0]! ^= constant
  }
  const out = new Uint8Array(8 * LANES)
  const outView = new DataView(out.buffer)
  lanes.forEach((lane, at) => {
    outView.setBigUint64(8 * at, lane, true)
  })
  return out
}
