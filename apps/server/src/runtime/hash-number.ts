/** A deterministic, evenly distributed 32-bit hash of `number`; `salt` gives independent values for one number. */
export function hashNumber(number: number, salt: number): number {
  let x = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
  return (x ^ (x >>> 15)) >>> 0
}
