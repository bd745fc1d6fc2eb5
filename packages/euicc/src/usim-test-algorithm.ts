/**
 * The XOR test algorithm of test USIMs: 3GPP TS 34.108 clause 8.1.2. It has no security and is only for test profiles.
 */

/** Cyclic rotation to the left by whole bytes. */
const rotateBytes = (bytes: Uint8Array, count: number) =>
  Uint8Array.from([...bytes.subarray(count), ...bytes.subarray(0, count)])

/** XDOUT: the first 16 bytes of K, xor RAND. */
function xdout(k: Uint8Array, rand: Uint8Array): Uint8Array {
  return k.subarray(0, 16).map((byte, index) => byte ^ rand[index]!)
}

/**
 * RES is XDOUT (16 bytes), CK and IK are XDOUT rotated by one and two bytes, AK is its bytes 3 to 8, counted from 0.
 */
export function usimTestKeys(k: Uint8Array, rand: Uint8Array) {
  const out = xdout(k, rand)
  return { res: out, ck: rotateBytes(out, 1), ik: rotateBytes(out, 2), ak: out.slice(3, 9) }
}

/** MAC-A and MAC-S are equal: the first 8 bytes of XDOUT, xor SQN and AMF. */
export function usimTestMac(
  k: Uint8Array,
  input: { rand: Uint8Array; sqn: Uint8Array; amf: Uint8Array },
): { macA: Uint8Array; macS: Uint8Array } {
  const cdout = [...input.sqn, ...input.amf]
  const mac = xdout(k, input.rand)
    .slice(0, 8)
    .map((byte, index) => byte ^ cdout[index]!)
  return { macA: mac, macS: mac }
}
