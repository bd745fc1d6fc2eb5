import { toHex } from '@simwright/asn1'
import { mfPath, parentOf } from '../card/card-image.ts'
import { initialContent, proprietaryPattern, templatePattern, toUnsigned } from '../card/fill.ts'
import type { Fcp, File } from '../codec/file.ts'
import type { ElementRef } from '../error.ts'
import type { TemplateFile } from '../template/template.ts'
import { type FileShape, isDirectoryStructure, shapeOf } from './file-shape.ts'
import { applicationName } from './known-file.ts'

/** Bytes of a package that are written at one offset of a file. They share memory with the package. */
export interface FillStep {
  readonly at: number
  readonly bytes: Uint8Array
}

/**
 * A file as a package describes it. Unlike a CardFile it exists even if an eUICC would refuse it, so that a checker can
 * report each fault.
 */
export interface PackageFile extends FileShape {
  readonly element: ElementRef
  /** The component of the element. */
  readonly field: string
  readonly name: string
  readonly template: TemplateFile | undefined
  readonly fcp: Fcp | undefined
  /** The path of its directory from the MF on, in hex. Undefined if the package has no such directory. */
  readonly directory: string | undefined
  /** Undefined if the file has no identifier, or no directory. */
  readonly path: string | undefined
  readonly fills: readonly FillStep[]
  /** The initial content with the fill steps, as far as they are within the size. Empty for links and directories. */
  readonly content: Uint8Array
  /** The path of the file that this one is a link to. */
  readonly link: string | undefined
  readonly sfi: number | undefined
  readonly accessRule: { readonly fid: number; readonly record: number }
  /** Whether the component also has the step doNotCreate. */
  readonly notCreated: boolean
}

/** What a file gets from the place of its description in the package. */
export interface FileContext {
  readonly element: ElementRef
  readonly field: string
  readonly template: TemplateFile | undefined
  readonly directory: string | undefined
  /** The name without a template. */
  readonly name?: string | undefined
}

/** One description: the FCP, if there is one, and the fill steps after it. */
export interface FileSteps {
  readonly fcp: Fcp | undefined
  readonly fills: readonly FillStep[]
  readonly notCreated: boolean
}

/** The most bytes of content that are laid out. A card of an eUICC has less; a damaged size asks for up to 4 GB. */
const contentLimit = 1 << 20

/** Splits the steps of a component: each further file descriptor begins another file. */
export function splitSteps(steps: File): FileSteps[] {
  const found: { fcp: Fcp | undefined; fills: FillStep[]; notCreated: boolean }[] = []
  let at = 0
  const current = () => found.at(-1) ?? found[found.push({ fcp: undefined, fills: [], notCreated: false }) - 1]!
  for (const step of steps) {
    if (step.kind === 'fileDescriptor') {
      found.push({ fcp: step.value, fills: [], notCreated: false })
      at = 0
    } else if (step.kind === 'doNotCreate') {
      current().notCreated = true
    } else if (step.kind === 'fillFileOffset') {
      at += step.value
    } else {
      current().fills.push({ at, bytes: step.value })
      at += step.value.length
    }
  }
  if (found.length === 0) current()
  return found
}

/** The file that the steps describe in this context. */
export function readFile(context: FileContext, steps: FileSteps): PackageFile {
  const { template, directory } = context
  const { fcp } = steps
  const shape = shapeOf(fcp, template)
  const fid = fcp?.fileID === undefined ? template?.fid : toUnsigned(fcp.fileID)
  const inDirectory = fcp?.dfName === undefined ? directory : mfPath
  const path = pathOf(fid, inDirectory)
  const link = fcp?.linkPath === undefined || fcp.linkPath.length === 0 ? undefined : fullPath(toHex(fcp.linkPath))
  return {
    ...shape,
    element: context.element,
    field: context.field,
    name: nameOf(context, fcp, fid),
    template,
    fcp,
    directory: inDirectory,
    path,
    fills: steps.fills,
    content: link === undefined ? contentOf(shape, steps, template) : new Uint8Array(0),
    link,
    sfi: isDirectoryStructure(shape.structure) ? undefined : shortIdentifier(fcp, template, fid),
    accessRule: accessRuleOf(path, shape, fcp, template),
    notCreated: steps.notCreated,
  }
}

/**
 * Whether the file belongs to a CSIM, whose files have names of the USIM's with another coding (3GPP2 C.S0065). Only its
 * access rules are coded alike.
 */
export function isCodedForCsim({ element, name }: Pick<PackageFile, 'element' | 'name'>): boolean {
  return (element.kind === 'csim' || element.kind === 'opt-csim') && name !== 'EF.ARR'
}

/** A path from the MF on, in hex. Paths in a package may begin after the MF. */
export function fullPath(hex: string): string {
  return hex.startsWith(mfPath) ? hex : `${mfPath}${hex}`
}

/** The offset after the last fill step. */
export function filledEnd({ fills }: Pick<PackageFile, 'fills'>): number {
  const last = fills.at(-1)
  return last === undefined ? 0 : last.at + last.bytes.length
}

function nameOf(context: FileContext, fcp: Fcp | undefined, fid: number | undefined): string {
  if (context.template !== undefined) return context.template.name
  const application = fcp?.dfName === undefined ? undefined : applicationName(fcp.dfName)
  if (application !== undefined) return application
  if (context.name !== undefined) return context.name
  return fid === undefined ? 'a file' : `file ${fid.toString(16).toUpperCase().padStart(4, '0')}`
}

function pathOf(fid: number | undefined, directory: string | undefined): string | undefined {
  if (fid === 0x3f00) return mfPath
  if (fid === undefined || directory === undefined) return undefined
  return `${directory}${fid.toString(16).padStart(4, '0')}`
}

function contentOf(shape: FileShape, { fcp, fills }: FileSteps, template: TemplateFile | undefined): Uint8Array {
  if (isDirectoryStructure(shape.structure)) return new Uint8Array(0)
  const size = Math.min(shape.size ?? filledEnd({ fills }), contentLimit)
  const { recordSize } = shape
  const isWhole = recordSize === undefined || (recordSize > 0 && size % recordSize === 0)
  const pattern = proprietaryPattern(fcp?.proprietaryEFInfo) ?? templatePattern(template?.content)
  const content = initialContent(pattern, size, isWhole ? recordSize : undefined)
  for (const { at, bytes } of fills) content.set(bytes.subarray(0, Math.max(0, size - at)), Math.min(at, size))
  return content
}

/**
 * In the upper five bits if given, none if given empty, otherwise that of the template. Without a template it is derived
 * from the file identifier.
 */
function shortIdentifier(fcp: Fcp | undefined, template: TemplateFile | undefined, fid: number | undefined) {
  const given = fcp?.shortEFID
  if (given !== undefined) return given[0] === undefined ? undefined : given[0] >> 3
  if (template !== undefined) return template.sfi
  const derived = (fid ?? 0) & 0x1f
  return derived >= 1 && derived <= 30 ? derived : undefined
}

/** The MF, ADFs and files directly in the MF use EF.ARR 2F06, others 6F06, unless the FCP names another one (8.3.2). */
function accessRuleOf(path: string | undefined, shape: FileShape, fcp: Fcp | undefined, template?: TemplateFile) {
  const given = fcp?.securityAttributesReferenced
  if (given?.length === 3) return { fid: toUnsigned(given.subarray(0, 2)), record: given[2] as number }
  const inMf = shape.structure === 'ADF' || path === mfPath || (path !== undefined && parentOf(path) === mfPath)
  return { fid: inMf ? 0x2f06 : 0x6f06, record: given?.at(-1) ?? template?.accessRule ?? 0 }
}
