import { checkProfile } from '../check/check-profile.ts'
import type { Finding } from '../check/finding.ts'
import { viewPackage } from '../check/package-view.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { elementNode } from './element-node.ts'
import { hiddenFilesOf, type Inspected } from './file-node.ts'
import { type PackageNode, withUniqueKeys } from './package-node.ts'
import { readPackage } from './read-package.ts'
import { maskSecrets, secretsOf } from './secret.ts'

/** A package in words. */
export interface Inspection {
  /** Bytes of the package. */
  readonly length: number
  /** The elements in their order. */
  readonly tree: readonly PackageNode[]
  /** What the checker found. No finding contains a key or code. */
  readonly findings: readonly Finding[]
}

/** Whether keys and codes are shown. Without a value they are hidden. */
export interface InspectOptions {
  readonly showKeys?: boolean
}

/**
 * Decodes a package into words, with offsets. Unless `showKeys` is set, the tree is made from a copy without keys and
 * codes, so no part of it can contain one.
 * @throws SaipError `malformed` with the byte offset of the fault
 */
export function inspectProfile(upp: Uint8Array, { showKeys = false }: InspectOptions = {}): Inspection {
  const elements = readPackage(upp)
  const findings = checkProfile(elements)
  const secrets = showKeys ? [] : secretsOf(viewPackage(elements))
  const { masked, hidden } = maskSecrets(upp, secrets)
  return { length: upp.length, tree: treeOf(masked, hidden, showKeys ? 'shown' : 'hidden'), findings }
}

function treeOf(bytes: Uint8Array, hidden: ReadonlySet<number>, keys: 'shown' | 'hidden'): PackageNode[] {
  const elements = decodeProfile(bytes)
  const view = viewPackage(elements)
  const inspected: Inspected = {
    bytes,
    hidden,
    view,
    files: Map.groupBy(view.files, ({ element }) => element.index),
    hiddenFiles: keys === 'shown' ? new Set() : hiddenFilesOf(view),
  }
  return withUniqueKeys(elements.map((element, index) => elementNode(inspected, element, index)))
}
