import { concat, toHex } from '@simwright/asn1'
import { SaipError } from '../error.ts'
import { readZip } from './zip.ts'

/** Limits in bytes of a CAP or IJC file, and of the components in it. */
export const loadFileLimits = { file: 512 * 1024, unpacked: 1024 * 1024 } as const

/** The code of a Java Card package, checked: its identifiers, and the components as an eUICC loads them. */
export interface LoadFile {
  readonly packageAid: Uint8Array
  readonly version: { readonly major: number; readonly minor: number }
  /** The applets in it. A library has none. */
  readonly classAids: readonly Uint8Array[]
  readonly components: readonly { readonly name: ComponentName; readonly size: number }[]
  /** The load file data block: the components in load order, without Descriptor and Debug. */
  readonly code: Uint8Array
}

/** Components of a CAP file by their tags (Java Card Virtual Machine Specification, 6.2). */
const componentTags = {
  Header: 1,
  Directory: 2,
  Applet: 3,
  Import: 4,
  ConstantPool: 5,
  Class: 6,
  Method: 7,
  StaticField: 8,
  RefLocation: 9,
  Export: 10,
  Descriptor: 11,
  Debug: 12,
} as const
type ComponentName = keyof typeof componentTags

/** The order in which a card loads the components (6.3). Descriptor and Debug are not loaded. */
const loadOrder: readonly ComponentName[] = [
  'Header',
  'Directory',
  'Import',
  'Applet',
  'Class',
  'Method',
  'StaticField',
  'Export',
  'ConstantPool',
  'RefLocation',
]
const optional: ReadonlySet<ComponentName> = new Set(['Applet', 'Export'])

/** A component with its tag and size, and its offset in the unpacked file for messages. */
interface Component {
  readonly name: ComponentName
  readonly bytes: Uint8Array
  readonly offset: number
}

/**
 * Reads a CAP file (a ZIP archive) or an IJC file (the components one after another). Nothing is written to disk.
 * @throws SaipError `content` that names the component or the byte offset of the fault
 */
export function readLoadFile(file: Uint8Array): LoadFile {
  if (file.length > loadFileLimits.file) throw fault(`The file has more than ${loadFileLimits.file / 1024} KiB.`)
  const isZip = file[0] === 0x50 && file[1] === 0x4b
  const components = isZip ? zipComponents(file) : plainComponents(file)
  const find = (name: ComponentName) => components.find((component) => component.name === name)
  const missing = loadOrder.find((name) => !optional.has(name) && find(name) === undefined)
  if (missing !== undefined) throw fault(`The component ${missing} is missing.`)
  const header = readHeader(find('Header') as Component)
  checkDirectory(find('Directory') as Component, components)
  const applet = find('Applet')
  return {
    ...header,
    classAids: applet === undefined ? [] : readApplets(applet, header.packageAid),
    components: components.map(({ name, bytes }) => ({ name, size: bytes.length })),
    code: concat(...loadOrder.flatMap((name) => find(name)?.bytes ?? [])),
  }
}

/** The components in a ZIP archive. Its other entries may only be in META-INF and APPLET-INF. */
function zipComponents(file: Uint8Array): Component[] {
  const found: Component[] = []
  const folders = new Set<string>()
  for (const { name, offset, bytes } of readZip(file, loadFileLimits.unpacked)) {
    if (/^(META-INF|APPLET-INF)\//.test(name) || name.endsWith('/')) continue
    const [, folder = '', base = ''] = /^(.*\/)?javacard\/([A-Za-z]+)\.cap$/.exec(name) ?? []
    if (!Object.hasOwn(componentTags, base))
      throw fault(`The entry at byte ${offset} is not a component of a CAP file.`)
    folders.add(folder)
    found.push(checkedComponent({ name: base as ComponentName, bytes, offset }, found))
  }
  if (folders.size > 1) throw fault('The file has components of more than one package.')
  return found
}

/** The components of an IJC file. */
function plainComponents(file: Uint8Array): Component[] {
  const found: Component[] = []
  for (let offset = 0; offset < file.length; ) {
    const name = nameOf(file[offset] as number)
    if (name === undefined) throw fault(`There is no component with the tag at byte ${offset}.`)
    if (offset + 3 > file.length) throw fault(`The component ${name} at byte ${offset} is truncated.`)
    const end = offset + 3 + number(file, offset + 1)
    found.push(checkedComponent({ name, bytes: file.subarray(offset, end), offset }, found))
    offset = end
  }
  return found
}

const nameOf = (tag: number) =>
  (Object.keys(componentTags) as ComponentName[]).find((name) => componentTags[name] === tag)

/** The component, if its tag and size fit and it is the first of its kind. */
function checkedComponent(component: Component, before: readonly Component[]): Component {
  const { name, bytes, offset } = component
  if (before.some((other) => other.name === name)) throw fault(`The component ${name} at byte ${offset} is repeated.`)
  if (bytes[0] !== componentTags[name]) throw fault(`The component ${name} at byte ${offset} has another tag.`)
  if (bytes.length < 3 || bytes.length !== 3 + number(bytes, 1))
    throw fault(`The component ${name} at byte ${offset} does not have the size that it states.`)
  return component
}

/** The Header component (6.4): magic DECAFFED, version of the format, flags, then version and AID of the package. */
function readHeader({ bytes }: Component): Pick<LoadFile, 'packageAid' | 'version'> {
  if (toHex(bytes.subarray(3, 7)) !== 'decaffed') throw fault('The component Header has the wrong magic number.')
  const aid = aidAt(bytes, 12)
  if (aid === undefined) throw fault('The component Header has no AID of 5 to 16 bytes.')
  return { packageAid: aid, version: { minor: bytes[10] as number, major: bytes[11] as number } }
}

/** The Applet component (6.6): the AID of each applet, with the provider's identifier of the package (5 bytes). */
function readApplets({ bytes }: Component, packageAid: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  let at = 4
  for (let i = 0; i < (bytes[3] ?? 0); i++) {
    const aid = aidAt(bytes, at)
    if (aid === undefined) throw fault('The component Applet has no AID of 5 to 16 bytes.')
    if (toHex(aid.subarray(0, 5)) !== toHex(packageAid.subarray(0, 5)))
      throw fault('An applet does not have the first 5 bytes of the AID of its package.')
    found.push(aid)
    at += 1 + aid.length + 2
  }
  if (at !== bytes.length) throw fault('The component Applet does not have the size of its applets.')
  return found
}

/** Checks the sizes in the Directory component (6.5) against those of the components. */
function checkDirectory(directory: Component, components: readonly Component[]): void {
  for (const name of loadOrder) {
    const at = 3 + 2 * (componentTags[name] - 1)
    const size = components.find((component) => component.name === name)?.bytes.length ?? 3
    if (at + 2 > directory.bytes.length || number(directory.bytes, at) !== size - 3)
      throw fault(`The component Directory states another size for ${name}.`)
  }
}

/** An AID with its length before it. Undefined if it does not fit. */
function aidAt(bytes: Uint8Array, at: number): Uint8Array | undefined {
  const length = bytes[at] ?? 0
  return length < 5 || length > 16 || at + 1 + length > bytes.length ? undefined : bytes.slice(at + 1, at + 1 + length)
}

/** A number of two bytes, big-endian. */
function number(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function fault(text: string): SaipError {
  return new SaipError('content', text)
}
