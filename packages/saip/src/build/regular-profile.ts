import { encodeProfile } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { encodeProfileValues, profileValueSizes } from './encode-profile-value.ts'
import { checkKeys, type ProfileKeys } from './profile-keys.ts'
import type { ProfileValueName, ProfileValues } from './profile-value.ts'
import { assertConfig, type RegularConfig } from './regular-config.ts'
import { regularElements } from './regular-elements.ts'

/** Where a value is written in the template, in bytes. */
interface ValueSlot {
  readonly name: ProfileValueName
  readonly offset: number
  readonly size: number
}

/** An encoded package with zeros where profiles differ. Assembling one is a copy and a few short writes. */
export interface CompiledProfile {
  readonly config: RegularConfig
  readonly template: Uint8Array
  readonly slots: readonly ValueSlot[]
}

/**
 * Builds the whole package (UPP) of one profile.
 * @throws SaipError `config` or `keys`, with all errors in its message
 */
export function buildRegularProfile(config: RegularConfig, keys: ProfileKeys): Uint8Array {
  assertConfig(config)
  assertKeys(config, keys)
  return encodeProfile(regularElements(config, encodeProfileValues(config, keys)))
}

/**
 * Compiles a configuration once, so that `assemble` can make the package of each profile. The offset of each value is
 * found by comparing two encodings that differ only in that value.
 * @throws SaipError `config`, with all errors in its message
 */
export function compile(config: RegularConfig): CompiledProfile {
  assertConfig(config)
  const sizes = profileValueSizes(config)
  const names = (Object.keys(sizes) as ProfileValueName[]).filter((name) => sizes[name] > 0)
  const blank = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, new Uint8Array(size)]),
  ) as unknown as ProfileValues
  const template = encodeProfile(regularElements(config, blank))
  const slots = names.map((name) => {
    const marked = { ...blank, [name]: new Uint8Array(sizes[name]).fill(0xff) }
    const offset = offsetOf(template, encodeProfile(regularElements(config, marked)), sizes[name])
    return { name, offset, size: sizes[name] }
  })
  return { config, template, slots }
}

/**
 * The package of one profile: the same bytes as `buildRegularProfile`.
 * @throws SaipError `keys`, with all errors in its message
 */
export function assemble(compiled: CompiledProfile, keys: ProfileKeys): Uint8Array {
  const { config, template, slots } = compiled
  assertKeys(config, keys)
  const values = encodeProfileValues(config, keys)
  const upp = template.slice()
  for (const { name, offset } of slots) upp.set(values[name], offset)
  return upp
}

/**
 * The offset of the only run of bytes in which the two encodings differ. Throws TypeError if there is not exactly one.
 */
function offsetOf(template: Uint8Array, marked: Uint8Array, size: number): number {
  const first = template.findIndex((byte, i) => byte !== marked[i])
  const last = template.findLastIndex((byte, i) => byte !== marked[i])
  if (template.length !== marked.length || last - first + 1 !== size) {
    throw new TypeError('each profile value must occur exactly once in a package, with a fixed size')
  }
  return first
}

/** Throws SaipError `keys` with all errors. Messages name fields and rules, never a key. */
function assertKeys(config: RegularConfig, keys: ProfileKeys): void {
  const errors = checkKeys(keys, config).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new SaipError('keys', errors.map(({ field, text }) => `${field}: ${text}`).join(' '))
}
