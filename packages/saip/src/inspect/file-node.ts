import { toHex } from '@simwright/asn1'
import { decodeAccessRule } from '../check/access-rule.ts'
import { accessRuleOf } from '../check/file-rule.ts'
import { isDirectoryStructure } from '../check/file-shape.ts'
import { isCodedForCsim, type PackageFile } from '../check/package-file.ts'
import { accessRulesOf, type PackageView, recordsOf } from '../check/package-view.ts'
import { orUndefined } from '../check/rule.ts'
import { accessLines, pinName } from './access-text.ts'
import { type DescribableFile, describeFile, describeRecords } from './describe-file.ts'
import { hiddenText, type InspectedBytes, leaf, node, offsetOf, type PackageNode } from './package-node.ts'
import { isSecretFile } from './secret.ts'

/** The package that is being inspected: its bytes without secrets, and its layout. */
export interface Inspected extends InspectedBytes {
  readonly view: PackageView
  /** The files of each element, by its index. */
  readonly files: ReadonlyMap<number, readonly PackageFile[]>
  /** Files whose content is hidden. */
  readonly hiddenFiles: ReadonlySet<PackageFile>
}

/** Bytes of the package. */
export interface Range {
  readonly offset: number
  readonly length: number
}

const structureNames = {
  MF: 'Master file',
  DF: 'Directory',
  ADF: 'Application directory',
  TR: 'Transparent',
  LF: 'Linear fixed',
  CY: 'Cyclic',
  BT: 'BER-TLV',
} as const

/** Life cycle status (ETSI TS 102 221, 11.1.1.4.9). */
const lifeCycles: Readonly<Record<number, string>> = {
  1: 'creation',
  3: 'initialisation',
  4: 'deactivated',
  5: 'activated',
}

/** The node of a file: properties, content in words, and a child for each record, or each run of bytes. */
export function fileNode(inspected: Inspected, file: PackageFile, range: Range | undefined): PackageNode {
  const isHidden = inspected.hiddenFiles.has(file)
  const isEmptyLink = file.link !== undefined || isDirectoryStructure(file.structure)
  const children = isEmptyLink ? [] : isHidden ? hiddenFills(inspected, file) : contentNodes(inspected, file)
  const words = isEmptyLink ? [] : isHidden ? [hiddenText(file.content.length)] : contentWords(file)
  return node({
    key: file.path ?? file.field,
    label: file.name,
    ...(file.path === undefined ? {} : { path: file.path }),
    facts: factsOf(inspected.view, file, range),
    words,
    offset: range?.offset,
    length: range?.length ?? 0,
    hex: isEmptyLink || isHidden ? undefined : toHex(file.content),
    isHidden,
    children,
  })
}

/** Content in words. Records have words of their own. */
function contentWords(file: PackageFile): readonly string[] {
  if (file.content.length > 0 && file.content.every((byte) => byte === 0xff)) return ['Empty']
  const described = describable(file)
  if (describeRecords(described) !== undefined) return []
  return describeFile(described) ?? (file.content.length > 0 ? ['Not decoded'] : [])
}

const describable = (file: PackageFile): DescribableFile => ({ ...file, isOfCsim: isCodedForCsim(file) })

function contentNodes(inspected: Inspected, file: PackageFile): PackageNode[] {
  const records = recordsOf(file)
  if (records.length === 0 || file.structure === 'TR' || file.structure === 'BT') return fillNodes(inspected, file)
  const words = describeRecords(describable(file))
  return records.flatMap((record, index) => {
    const range = rangeInPackage(inspected, file, index * record.length, record.length)
    // Free records, and those that only a pattern fills, say nothing about the package.
    if (range === undefined && (words?.[index] ?? []).length === 0) return []
    const label = `Record ${index + 1}`
    const place = { offset: range?.offset, length: range?.length ?? 0 }
    return [node({ key: label, label, words: words?.[index] ?? [], hex: toHex(record), ...place })]
  })
}

/** The bytes of the package that fill a file. None for a single run that is all of the content. */
function fillNodes(inspected: Inspected, file: PackageFile): PackageNode[] {
  const isWhole = file.fills.length === 1 && file.fills[0]?.bytes.length === file.content.length
  if (isWhole && !inspected.hiddenFiles.has(file)) return []
  return file.fills.flatMap(({ at, bytes }) => {
    const name = `Bytes ${at} to ${at + bytes.length - 1}`
    return bytes.length === 0 ? [] : leaf(inspected, { key: name, label: name }, bytes)
  })
}

/** The hidden bytes of a file, so that a comparison can say that they differ. */
function hiddenFills(inspected: Inspected, file: PackageFile): PackageNode[] {
  return fillNodes(inspected, file).filter(({ isHidden }) => isHidden)
}

/** The bytes of the package that fill a range of a file, if the beginning of the range is filled. */
function rangeInPackage(
  inspected: InspectedBytes,
  { fills }: PackageFile,
  from: number,
  size: number,
): Range | undefined {
  const fill = fills.find(({ at, bytes }) => at <= from && from < at + bytes.length)
  const offset = fill === undefined ? undefined : offsetOf(inspected, fill.bytes)
  if (fill === undefined || offset === undefined) return undefined
  const skipped = from - fill.at
  return { offset: offset + skipped, length: Math.min(size, fill.bytes.length - skipped) }
}

function factsOf(view: PackageView, file: PackageFile, range: Range | undefined): string[] {
  const { structure, fcp, sfi, link } = file
  const details = [structure === undefined ? 'Unknown structure' : structureNames[structure], ...sizeTexts(file)]
  const facts = [details.join(', ')]
  if (range === undefined) facts.push('Created by the template, without bytes in the package')
  if (sfi !== undefined) facts.push(`Short file identifier ${sfi}`)
  if (fcp?.dfName !== undefined) facts.push(`AID ${toHex(fcp.dfName).toUpperCase()}`)
  if (link !== undefined) facts.push(`Link to ${view.byPath.get(link)?.name ?? 'a file that does not exist'} ${link}`)
  const lifeCycle = fcp?.lcsi[0] ?? 5
  if (lifeCycle !== 5) facts.push(`Life cycle ${lifeCycles[lifeCycle] ?? lifeCycle}`)
  const pins = [...(fcp?.pinStatusTemplateDO ?? [])]
  if (pins.length > 0) facts.push(`PINs: ${pins.map(pinName).join(', ')}`)
  return [...facts, ...accessFacts(view, file)]
}

function sizeTexts({ size, recordSize, structure }: PackageFile): string[] {
  if (size === undefined) return []
  if (recordSize === undefined || (structure !== 'LF' && structure !== 'CY')) return [`${size} bytes`]
  return [`${recordSize === 0 ? 0 : Math.floor(size / recordSize)} records of ${recordSize} bytes`]
}

/** The access rule: where it is, and what it permits. */
function accessFacts(view: PackageView, file: PackageFile): string[] {
  const { fid, record } = file.accessRule
  const where = `Access rule ${record} of EF.ARR ${fid.toString(16).toUpperCase().padStart(4, '0')}`
  const rules = file.path === undefined ? undefined : accessRulesOf(view, file)
  const bytes = rules && accessRuleOf(rules, file)
  const decoded = bytes && orUndefined(() => decodeAccessRule(bytes))
  if (decoded === undefined) return [`${where}, which is not in the package`]
  const of = isDirectoryStructure(file.structure) ? 'directory' : 'file'
  return [`${where}: ${accessLines(decoded, of).join('; ')}`]
}

/** The files of a package whose content is hidden. */
export function hiddenFilesOf(view: PackageView): ReadonlySet<PackageFile> {
  return new Set(view.files.filter(isSecretFile))
}
