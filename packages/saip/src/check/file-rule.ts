import { toHex } from '@simwright/asn1'
import { mfPath } from '../card/card-image.ts'
import { decodeApplicationEntry } from '../ef/directory.ts'
import { decodeAccessRule, keyReferencesOf } from './access-rule.ts'
import { isDirectoryStructure } from './file-shape.ts'
import { filledEnd, type PackageFile } from './package-file.ts'
import { accessRulesOf, linkedContent, type PackageView, recordsOf } from './package-view.ts'
import { type Fault, inFile, orUndefined, type Rule } from './rule.ts'

/** The most records of a file (ETSI TS 102 221, 8.2.2.2). */
const mostRecords = 254
/** The first byte that READ BINARY cannot reach: its offset has 15 bits, and it reads up to 256 bytes from there. */
const binaryReach = 0x7fff + 256
/** More bytes of content than any card has. */
const memoryBytes = 1 << 20

const hasRecords = ({ structure }: PackageFile) => structure === 'LF' || structure === 'CY'
const isElementary = ({ structure }: PackageFile) => structure !== undefined && !isDirectoryStructure(structure)
const hasSteps = ({ fills, fcp }: PackageFile) => fills.length > 0 || fcp !== undefined

/** Files: identifiers, structures, sizes, links and content steps. */
export const fileRules: readonly Rule[] = [
  {
    id: 'file-identifier',
    clause: '8.3.3',
    severity: 'error',
    faults: forFiles(({ fcp, template, name }) =>
      fcp?.fileID === undefined && template?.fid === undefined && template !== undefined
        ? `${name} has no file identifier.`
        : undefined,
    ),
  },
  {
    id: 'file-unique',
    clause: 'TS 102 221, 8.4',
    severity: 'error',
    faults: (view) =>
      faultsOf(view, (file) =>
        file.path !== undefined && view.byPath.get(file.path) !== file ? `${file.name} already exists.` : undefined,
      ),
  },
  {
    id: 'file-directory',
    clause: '8.3.3',
    severity: 'error',
    faults: (view) =>
      faultsOf(view, ({ directory, name, path, template, field }) => {
        if (path === mfPath || (template === undefined && field !== 'fileManagementCMD')) return undefined
        const parent = directory === undefined ? undefined : view.byPath.get(directory)
        return isDirectoryStructure(parent?.structure) ? undefined : `The directory of ${name} does not exist.`
      }),
  },
  {
    id: 'file-descriptor',
    clause: 'TS 102 221, 11.1.1.4.3',
    severity: 'error',
    faults: forFiles(({ structure, fcp, name }) =>
      structure === undefined && fcp?.fileDescriptor !== undefined
        ? `${name} has an unknown file descriptor.`
        : undefined,
    ),
  },
  {
    id: 'file-size-given',
    clause: '8.3.3',
    severity: 'error',
    faults: forFiles((file) =>
      isElementary(file) &&
      file.link === undefined &&
      (file.size ?? 0) === 0 &&
      !hasRecords(file) &&
      file.structure !== 'BT'
        ? `${file.name} has no size.`
        : undefined,
    ),
  },
  {
    id: 'file-records',
    clause: 'TS 102 222, 6.3.2.2.2',
    severity: 'error',
    faults: forFiles((file) => {
      if (!hasRecords(file) || file.link !== undefined) return undefined
      const { size = 0, recordSize = 0 } = file
      return size === 0 || recordSize === 0 || size % recordSize !== 0
        ? `${file.name} is not made of whole records.`
        : undefined
    }),
  },
  {
    id: 'file-record-count',
    clause: 'TS 102 221, 8.2.2.2',
    severity: 'error',
    faults: forFiles((file) => {
      const { size = 0, recordSize = 0, name } = file
      return hasRecords(file) && recordSize > 0 && size / recordSize > mostRecords
        ? `${name} has more than ${mostRecords} records.`
        : undefined
    }),
  },
  {
    id: 'file-overflow',
    clause: '8.3.5',
    severity: 'error',
    faults: forFiles((file) => {
      const end = filledEnd(file)
      return file.link === undefined && file.size !== undefined && end > file.size
        ? `${file.name} has ${file.size} bytes and is filled up to ${end}.`
        : undefined
    }),
  },
  {
    id: 'file-reach',
    clause: 'TS 102 221, 11.1.3',
    severity: 'warning',
    faults: forFiles(({ structure, size = 0, name }) =>
      structure === 'TR' && size > binaryReach
        ? `${name} has ${size} bytes, of which READ BINARY reaches ${binaryReach}.`
        : undefined,
    ),
  },
  {
    id: 'file-memory',
    clause: '8.11',
    severity: 'error',
    faults: ({ files }) => {
      const total = files.reduce((sum, { size = 0 }) => sum + size, 0)
      return total > memoryBytes ? [{ text: `The files need ${total} bytes, more than any card has.` }] : []
    },
  },
  {
    id: 'file-pattern',
    clause: 'TS 102 222, 6.3.2.2.2',
    severity: 'error',
    faults: forFiles(({ fcp, name }) =>
      fcp?.proprietaryEFInfo?.fillPattern !== undefined && fcp.proprietaryEFInfo.repeatPattern !== undefined
        ? `${name} has both a fill pattern and a repeat pattern.`
        : undefined,
    ),
  },
  {
    id: 'file-not-created',
    clause: '8.3.3',
    severity: 'error',
    faults: forFiles((file) =>
      file.notCreated && hasSteps(file) ? `${file.name} is both described and marked doNotCreate.` : undefined,
    ),
  },
  {
    id: 'file-short-identifier',
    clause: 'TS 102 221, 8.4',
    severity: 'error',
    faults: (view) => {
      const seen = new Map<string, PackageFile>()
      return faultsOf(view, (file) => {
        if (file.sfi === undefined || file.directory === undefined) return undefined
        const key = `${file.directory}/${file.sfi}`
        const first = seen.get(key)
        seen.set(key, first ?? file)
        return first === undefined || first.path === file.path
          ? undefined
          : `${file.name} has short file identifier ${file.sfi}, which ${first.name} has.`
      })
    },
  },
  {
    id: 'link-target',
    clause: '8.3.3',
    severity: 'error',
    faults: (view) =>
      faultsOf(view, ({ link, name }) =>
        link !== undefined && !view.byPath.has(link) ? `${name} is a link to a file that does not exist.` : undefined,
      ),
  },
  {
    id: 'link-filled',
    clause: '8.3.5',
    severity: 'error',
    faults: forFiles(({ link, fills, name }) =>
      link !== undefined && fills.length > 0 ? `${name} is a link and cannot be filled.` : undefined,
    ),
  },
  {
    id: 'application-identifier',
    clause: '8.3.3',
    severity: 'error',
    faults: forFiles(({ structure, fcp, name }) =>
      structure === 'ADF' && fcp?.dfName === undefined ? `${name} has no application identifier.` : undefined,
    ),
  },
]

/** EF.DIR: the applications of the card. */
export const directoryRules: readonly Rule[] = [
  {
    id: 'dir-entry',
    clause: 'TS 102 221, 13.1',
    severity: 'error',
    faults: (view) =>
      inDirectoryFile(view, (file, record, index) =>
        orUndefined(() => [decodeApplicationEntry(record)]) === undefined
          ? [inFile(file, `Record ${index + 1} of EF.DIR is not an application template.`)]
          : [],
      ),
  },
  {
    id: 'dir-application',
    clause: 'TS 102 221, 13.1',
    severity: 'warning',
    faults: (view) => {
      const aids = new Set(view.files.flatMap(({ fcp }) => (fcp?.dfName === undefined ? [] : [toHex(fcp.dfName)])))
      return inDirectoryFile(view, (file, record, index) => {
        const entry = orUndefined(() => decodeApplicationEntry(record))
        if (entry === undefined || aids.has(toHex(entry.aid))) return []
        return [inFile(file, `Record ${index + 1} of EF.DIR names an application that the package does not have.`)]
      })
    },
  },
  {
    id: 'application-in-dir',
    clause: 'TS 102 221, 13.1',
    severity: 'warning',
    faults: (view) => {
      const file = view.byPath.get('3f002f00')
      const listed = new Set(
        (file === undefined ? [] : recordsOf(file)).flatMap((record) => {
          const entry = orUndefined(() => decodeApplicationEntry(record))
          return entry === undefined ? [] : [toHex(entry.aid)]
        }),
      )
      return faultsOf(view, ({ structure, fcp, name }) =>
        structure === 'ADF' && fcp?.dfName !== undefined && !listed.has(toHex(fcp.dfName))
          ? `${name} is not in EF.DIR, so devices do not find it.`
          : undefined,
      )
    },
  },
]

/** Access rules: references to EF.ARR, and its records. */
export const accessRuleRules: readonly Rule[] = [
  {
    id: 'access-rule-file',
    clause: '8.3.2',
    severity: 'warning',
    faults: (view) =>
      faultsOf(view, (file) =>
        file.path !== undefined && accessRulesOf(view, file) === undefined
          ? `${file.name} refers to an EF.ARR that does not exist.`
          : undefined,
      ),
  },
  {
    id: 'access-rule-record',
    clause: '8.3.2',
    severity: 'warning',
    faults: (view) =>
      faultsOf(view, (file) => {
        const rules = file.path === undefined ? undefined : accessRulesOf(view, file)
        if (rules === undefined) return undefined
        const record = accessRuleOf(rules, file)
        return record !== undefined && record[0] !== 0xff
          ? undefined
          : `${file.name} refers to record ${file.accessRule.record} of EF.ARR, which does not exist.`
      }),
  },
  {
    id: 'access-rule-form',
    clause: 'TS 102 221, 9.2.4',
    severity: 'error',
    faults: ({ files }) =>
      files
        .filter(({ name, link }) => name === 'EF.ARR' && link === undefined)
        .flatMap((file) =>
          recordsOf(file).flatMap((record, index) =>
            orUndefined(() => decodeAccessRule(record)) === undefined
              ? [inFile(file, `Record ${index + 1} of EF.ARR is not an access rule.`)]
              : [],
          ),
        ),
  },
  {
    id: 'access-rule-pin',
    clause: 'TS 102 221, 9.2.4',
    severity: 'warning',
    faults: (view) => {
      const defined = new Set(view.pins.map(({ pin }) => pin.keyReference))
      return faultsOf(view, (file) => {
        const rules = file.path === undefined ? undefined : accessRulesOf(view, file)
        const record = rules && accessRuleOf(rules, file)
        const decoded = record && orUndefined(() => decodeAccessRule(record))
        const missing = keyReferencesOf(decoded ?? []).find((reference) => !defined.has(reference))
        return missing === undefined
          ? undefined
          : `The access rule of ${file.name} needs PIN reference ${missing}, which is not defined.`
      })
    },
  },
]

/** The record of EF.ARR that a file refers to. */
export function accessRuleOf({ content, recordSize = 0 }: PackageFile, file: PackageFile): Uint8Array | undefined {
  // not by a list of all records: each of thousands of files would make one
  const end = file.accessRule.record * recordSize
  return recordSize === 0 || end < recordSize || end > content.length
    ? undefined
    : content.subarray(end - recordSize, end)
}

/** A rule's faults, one sentence for each file at fault. */
function forFiles(judge: (file: PackageFile) => string | undefined): Rule['faults'] {
  return (view) => faultsOf(view, judge)
}

/** One sentence for each file at fault. */
export function faultsOf({ files }: PackageView, judge: (file: PackageFile) => string | undefined): Fault[] {
  return files.flatMap((file) => {
    const text = judge(file)
    return text === undefined ? [] : [inFile(file, text)]
  })
}

function inDirectoryFile(
  view: PackageView,
  judge: (file: PackageFile, record: Uint8Array, index: number) => Fault[],
): Fault[] {
  const file = view.byPath.get('3f002f00')
  const target = file && linkedContent(view, file)
  return target === undefined ? [] : recordsOf(target).flatMap((record, index) => judge(target, record, index))
}
