import { encodeProfile } from '../codec/profile-element.ts'
import type { ServiceName } from '../codec/profile-header.ts'
import { SaipError } from '../error.ts'
import { encodeProfileValues, installParameters, profileValueSizes, type SizedValues } from './encode-profile-value.ts'
import { assertConfig, type ProfileConfig } from './profile-config.ts'
import { mandatoryServices, profileElements } from './profile-elements.ts'
import { checkKeys, type ProfileKeys } from './profile-keys.ts'
import type { ProfileValueName, ProfileValues } from './profile-value.ts'

/** Where a value is written in the template, in bytes. */
interface ValueSlot {
  readonly name: ProfileValueName
  readonly offset: number
  readonly size: number
}

/** Bytes of each profile value. Zero means that the package does not contain it. */
type Sizes = Readonly<Record<ProfileValueName, number>>

/** A package with zeros where profiles differ. Assembling one is a copy and a few short writes. */
interface ProfileLayout {
  readonly template: Uint8Array
  readonly slots: readonly ValueSlot[]
}

/** A configuration with its layout, and with further ones for profiles whose install parameters have another size. */
export interface CompiledProfile extends ProfileLayout {
  readonly config: ProfileConfig
  /** Services that the eUICC must support, as in the profile header. */
  readonly mandatoryServices: readonly ServiceName[]
  /** By the sizes of the install parameters. `assemble` adds what it needs. */
  readonly layouts: Map<string, ProfileLayout>
}

/**
 * Builds the whole package (UPP) of one profile.
 * @throws SaipError `config` or `keys`, with all errors in its message
 */
export function buildProfile(config: ProfileConfig, keys: ProfileKeys): Uint8Array {
  assertConfig(config)
  assertKeys(config, keys)
  return encodeProfile(profileElements(config, encodeProfileValues(config, keys)))
}

/**
 * Compiles a configuration once, so that `assemble` can make the package of each profile.
 * @throws SaipError `config`, with all errors in its message
 */
export function compile(config: ProfileConfig): CompiledProfile {
  assertConfig(config)
  const parameters = installParameters(config)
  const layout = layOut(config, parameters)
  const services = Object.keys(mandatoryServices(config)) as ServiceName[]
  return { ...layout, config, mandatoryServices: services, layouts: new Map([[sizesOf(parameters), layout]]) }
}

/**
 * The package of one profile: the same bytes as `buildProfile`.
 * @throws SaipError `keys`, with all errors in its message
 */
export function assemble({ config, layouts }: CompiledProfile, keys: ProfileKeys): Uint8Array {
  assertKeys(config, keys)
  const values = encodeProfileValues(config, keys)
  const sizes = sizesOf(values)
  const layout = layouts.get(sizes) ?? layOut(config, values)
  retain(layouts, sizes, layout)
  const upp = layout.template.slice()
  for (const { name, offset } of layout.slots) upp.set(values[name], offset)
  return upp
}

/** Layouts of a configuration that are retained: almost all its profiles have install parameters of the same sizes. */
const maxLayouts = 8

/** Makes a layout the last one used, and drops the one that was not used for longest. */
function retain(layouts: Map<string, ProfileLayout>, sizes: string, layout: ProfileLayout): void {
  layouts.delete(sizes)
  layouts.set(sizes, layout)
  const [oldest] = layouts.keys()
  if (layouts.size > maxLayouts && oldest !== undefined) layouts.delete(oldest)
}

/** The key of a layout. */
const sizesOf = ({ recycleParameters, appletParameters }: SizedValues) =>
  `${recycleParameters.length} ${appletParameters.length}`

/** Encodes the package once without values, and finds where they are written. */
function layOut(config: ProfileConfig, sized: SizedValues): ProfileLayout {
  const sizes = profileValueSizes(config, sized)
  const template = encodeProfile(
    profileElements(
      config,
      filledValues(sizes, () => 0x00),
    ),
  )
  return { template, slots: findSlots(config, sizes, template) }
}

/**
 * Finds the offset of each value. The values are numbered from 1. In encoding k, a value has the byte FF if bit k of its
 * number is set, otherwise 00; so the bytes at an offset spell the number of the value there. Throws TypeError unless each
 * value occurs exactly once.
 */
function findSlots(config: ProfileConfig, sizes: Sizes, template: Uint8Array): ValueSlot[] {
  const names = (Object.keys(sizes) as ProfileValueName[]).filter((name) => sizes[name] > 0)
  const numbers = new Uint8Array(template.length)
  for (let bit = 1; bit <= names.length; bit <<= 1) {
    const marked = filledValues(sizes, (name) => ((names.indexOf(name) + 1) & bit ? 0xff : 0x00))
    const encoding = encodeProfile(profileElements(config, marked))
    if (encoding.length !== template.length) throw new TypeError('each profile value must have a fixed size')
    for (let at = 0; at < encoding.length; at++)
      if (encoding[at] !== template[at]) numbers[at] = (numbers[at] ?? 0) | bit
  }
  return names.map((name, i) => {
    const offset = numbers.indexOf(i + 1)
    const size = sizes[name]
    const once = offset >= 0 && numbers.lastIndexOf(i + 1) === offset + size - 1
    if (!once) throw new TypeError(`the profile value ${name} must occur exactly once in a package`)
    return { name, offset, size }
  })
}

/** Values of the given sizes, each filled with one byte. */
function filledValues(sizes: Sizes, byteOf: (name: ProfileValueName) => number): ProfileValues {
  const fill = ([name, size]: [string, number]) => [name, new Uint8Array(size).fill(byteOf(name as ProfileValueName))]
  return Object.fromEntries(Object.entries(sizes).map(fill)) as unknown as ProfileValues
}

/** Throws SaipError `keys` with all errors. Messages name fields and rules, never a key. */
function assertKeys(config: ProfileConfig, keys: ProfileKeys): void {
  const errors = checkKeys(keys, config).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  throw new SaipError('keys', errors.map(({ field, text }) => `${field}: ${text}`).join(' '))
}
