/** A parser that meets bytes from outside. */
export type FuzzTarget = {
  name: string
  /** Valid inputs, which are changed. */
  seeds: readonly Uint8Array[]
  /** Reads an input. Errors of another kind than `coded` are findings. */
  run: (bytes: Uint8Array) => unknown
  coded: readonly (abstract new (...args: never[]) => Error)[]
}

export const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
export const seedsOf = (...texts: readonly string[]): Uint8Array[] => texts.map((one) => Buffer.from(one))
