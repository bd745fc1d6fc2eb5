import { inspect } from 'node:util'

const MASK = '***'

/**
 * A value that must never be printed: it shows as `***` in strings, JSON, logs and the inspector. Only `reveal` returns
 * the value, so all its uses can be found by searching.
 */
export class Secret<T extends string | Uint8Array = Uint8Array> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [Symbol.toPrimitive](): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}
