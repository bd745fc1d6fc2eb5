import { toHex } from '@simwright/asn1'
import type { FileManagement } from '../codec/file.ts'
import { type CardFile, isDirectory, mfPath } from './card-image.ts'
import { fillStep, makeFile } from './install-file.ts'
import { abort, type Installation } from './installation.ts'

/** Installs a PE-GenericFileManagement (8.3.5): files outside the templates. */
export function installFileManagement(installation: Installation, commands: readonly FileManagement[]): void {
  let pinDirectory: string | undefined
  for (const steps of commands) {
    let directory = mfPath
    let current: CardFile | undefined
    let at = 0
    for (const step of steps) {
      if (step.kind === 'filePath') {
        directory = select(installation, step.value)
        current = undefined
      } else if (step.kind === 'createFCP') {
        current = create(installation, directory, step.value)
        at = 0
        if (!isDirectory(current)) continue
        directory = current.path
        pinDirectory ??= current.path
        if (current.structure === 'ADF') installation.adf = current.path
        current = undefined
      } else if (current === undefined) {
        abort(installation, 'bad-values', 'content is given while no file is selected')
      } else {
        at = fillStep(installation, current, step, at)
      }
    }
  }
  if (pinDirectory !== undefined) installation.pinDirectory = pinDirectory
}

/**
 * Creates a file from its FCP alone. The short identifier is derived from the file identifier if it is between 1 and
 * 30.
 */
function create(
  installation: Installation,
  directory: string,
  fcp: Extract<FileManagement[number], { kind: 'createFCP' }>['value'],
): CardFile {
  const id = fcp.fileID === undefined ? '' : toHex(fcp.fileID)
  const sfi = id === '' ? 0 : Number.parseInt(id, 16) & 0x1f
  const plan = {
    name: id === '' ? 'a file' : `file ${id.toUpperCase()}`,
    // An ADF is always in the MF, wherever it is created.
    directory: fcp.dfName === undefined ? directory : mfPath,
    sfi: sfi >= 1 && sfi <= 30 ? sfi : undefined,
    pattern: undefined,
  }
  return makeFile(installation, plan, fcp)
}

/** The path of an existing directory, given from the MF on. Aborts if there is no such directory. */
function select(installation: Installation, filePath: Uint8Array): string {
  const hex = toHex(filePath)
  const path = hex.startsWith(mfPath) ? hex : `${mfPath}${hex}`
  const found = installation.image.files[path]
  if (found === undefined || !isDirectory(found)) abort(installation, 'bad-values', `directory ${hex} does not exist`)
  return path
}
