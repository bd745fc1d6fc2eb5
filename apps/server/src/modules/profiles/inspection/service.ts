import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as inspection from '@simwright/contract/profiles/inspection'
import { PACKAGE_MAX_BYTES } from '@simwright/contract/profiles/package-text'
import {
  compareProfiles,
  type Difference,
  type Finding,
  inspectProfile,
  type PackageNode,
  parsePackageText,
  SaipError,
} from '@simwright/saip'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { readSamplePackage } from '../configurations/service.ts'
import type { Server } from './port.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

/** A package in words. It is not stored. Keys and codes are masked before the tree is made. */
export async function inspectPackage(
  server: Server,
  who: Who,
  { source }: In<typeof inspection.inspect>,
): Promise<Out<typeof inspection.inspect>> {
  const bytes = await readPackage(server, who, { path: 'source', source })
  const { length, tree, findings } = withFault('source', () => inspectProfile(bytes))
  return { length, parts: flatten(tree), findings: findings.map(findingOf) }
}

/** The differences between two packages. Neither is stored. */
export async function comparePackages(
  server: Server,
  who: Who,
  { first, second }: In<typeof inspection.compare>,
): Promise<Out<typeof inspection.compare>> {
  const packages = {
    first: await readPackage(server, who, { path: 'first', source: first }),
    second: await readPackage(server, who, { path: 'second', source: second }),
  }
  // Checked one by one, so that an error names the package.
  for (const path of ['first', 'second'] as const) withFault(path, () => inspectProfile(packages[path]))
  return { differences: compareProfiles(packages.first, packages.second).map(differenceOf) }
}

type NamedSource = { path: string; source: inspection.PackageSource }

async function readPackage(server: Server, who: Who, { path, source }: NamedSource): Promise<Uint8Array> {
  if (source.kind === 'configuration') return await readSamplePackage(server, who, source)
  const bytes = parsePackageText(source.text)
  if (bytes === undefined)
    throw fault(`${path}.text`, 'format', 'Not a profile package: neither DER, nor hexadecimal digits, nor Base64.')
  if (bytes.length <= PACKAGE_MAX_BYTES) return bytes
  throw fault(`${path}.text`, 'too_big', `Up to ${PACKAGE_MAX_BYTES / 1024} KiB.`)
}

/** Runs a function of the package library; its error becomes that of the field. */
function withFault<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof SaipError) throw fault(path, error.code, error.message)
    throw error
  }
}

const flatten = (nodes: readonly PackageNode[], depth = 0): inspection.PackagePart[] =>
  nodes.flatMap(({ label, path, facts, words, offset, length, hex, isHidden, children }) => [
    {
      depth,
      label,
      path: path ?? null,
      facts: [...facts],
      words: [...words],
      offset: offset ?? null,
      length,
      hex: hex ?? null,
      isHidden,
    },
    ...flatten(children, depth + 1),
  ])

const findingOf = ({ rule, severity, clause, text, path }: Finding): inspection.PackageFinding => ({
  rule,
  severity,
  clause,
  text,
  path: path ?? null,
})

const differenceOf = (difference: Difference): inspection.PackageDifference => ({
  kind: difference.kind,
  location: [...difference.location],
  path: difference.path ?? null,
  before: [...difference.before],
  after: [...difference.after],
  offsets: { before: difference.offsets.before ?? null, after: difference.offsets.after ?? null },
})
