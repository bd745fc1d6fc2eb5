import { encodeProfile } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { fillsOf, type HoleName, type Holes, holeSizes } from './hole.ts'
import { checkKeys, type ProfileKeys } from './profile-keys.ts'
import { assertConfig, type RegularConfig } from './regular-config.ts'
import { regularElements } from './regular-elements.ts'

interface HolePlace {
  readonly name: HoleName
  readonly offset: number
  readonly size: number
}

/** A package with holes where profiles differ: assembling one is a copy and a few small writes. */
export interface CompiledProfile {
  readonly config: RegularConfig
  readonly template: Uint8Array
  readonly holes: readonly HolePlace[]
}

/** The whole package (UPP) of one profile. Throws a SaipError `config` or `keys` that lists what is wrong. */
export function buildRegularProfile(config: RegularConfig, keys: ProfileKeys): Uint8Array {
  assertConfig(config)
  assertKeys(config, keys)
  return encodeProfile(regularElements(config, fillsOf(config, keys)))
}

/** Once for a configuration; then `assemble` for each profile. Throws a SaipError `config`. */
export function compile(config: RegularConfig): CompiledProfile {
  assertConfig(config)
  const sizes = holeSizes(config)
  const names = (Object.keys(sizes) as HoleName[]).filter((name) => sizes[name] > 0)
  const blank = Object.fromEntries(
    Object.entries(sizes).map(([name, size]) => [name, new Uint8Array(size)]),
  ) as unknown as Holes
  const template = encodeProfile(regularElements(config, blank))
  const holes = names.map((name) => {
    const marked = { ...blank, [name]: new Uint8Array(sizes[name]).fill(0xff) }
    const offset = placeOf(template, encodeProfile(regularElements(config, marked)), sizes[name])
    return { name, offset, size: sizes[name] }
  })
  return { config, template, holes }
}

/** The same bytes as `buildRegularProfile` gives. Throws a SaipError `keys`. */
export function assemble(compiled: CompiledProfile, keys: ProfileKeys): Uint8Array {
  const { config, template, holes } = compiled
  assertKeys(config, keys)
  const fills = fillsOf(config, keys)
  const upp = template.slice()
  for (const { name, offset } of holes) upp.set(fills[name], offset)
  return upp
}

/** Where a hole is: the one run of bytes in which the package with it marked differs. */
function placeOf(template: Uint8Array, marked: Uint8Array, size: number): number {
  const first = template.findIndex((byte, i) => byte !== marked[i])
  const last = template.findLastIndex((byte, i) => byte !== marked[i])
  if (template.length !== marked.length || last - first + 1 !== size) {
    throw new TypeError('a value of its own stands exactly once in a package, with a fixed size')
  }
  return first
}

function assertKeys(config: RegularConfig, keys: ProfileKeys): void {
  const errors = checkKeys(keys, config).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new SaipError('keys', errors.map(({ field, text }) => `${field}: ${text}`).join(' '))
}
