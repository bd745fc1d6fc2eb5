import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { equalBytes } from '@simwright/asn1'
import { checkProfile, encodeProfile, type ProfileElement, readPackage, SaipError } from '@simwright/saip'
import { readPackageFile } from '../saip/package-file.ts'

/**
 * Decodes each file of SAIP_SAMPLES (DER, hex or Base64; folders too) and encodes it again: the bytes must be the same.
 * Prints what was found in each file.
 */
export async function proveSaip(): Promise<boolean> {
  const directory = process.env.SAIP_SAMPLES
  if (directory === undefined) {
    console.error('SAIP_SAMPLES=DIR npm run prove saip, where DIR has profile packages in DER, hex or Base64')
    return false
  }
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((name) => statSync(join(directory, name)).isFile())
  const results = files.map((name) => proveFile(join(directory, name), name))
  console.log(`${results.filter(Boolean).length} of ${files.length} files are encoded to the same bytes`)
  return files.length > 0 && results.every(Boolean)
}

function proveFile(path: string, name: string): boolean {
  const upp = readPackageFile(path)
  try {
    const elements = readPackage(upp)
    const isSame = equalBytes(encodeProfile(elements), upp)
    const findings = checkProfile(elements)
    const errors = findings.filter(({ severity }) => severity === 'error')
    const rules = [...new Set(errors.map(({ rule }) => rule))]
    console.log(
      [
        `${name}: ${isSame ? 'same bytes' : `differs from byte ${firstDifference(encodeProfile(elements), upp)}`}`,
        `${upp.length} bytes`,
        summary(elements),
        `${errors.length} errors${rules.length === 0 ? '' : ` (${rules.join(', ')})`}`,
        `${findings.length - errors.length} warnings`,
      ].join(', '),
    )
    return isSame
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    console.log(`${name}: not read: ${error.message}`)
    return false
  }
}

/** Version and kinds of elements: `version 2.3, header mf pukCodes 2 pinCodes`. */
function summary(elements: readonly ProfileElement[]): string {
  const [header] = elements
  const version =
    header?.kind === 'header'
      ? `version ${header.value['major-version']}.${header.value['minor-version']}`
      : 'no header'
  const counts = new Map<string, number>()
  for (const { kind } of elements) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return `${version}, ${[...counts].map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`)).join(' ')}`
}

function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index])
  return at < 0 ? a.length : at
}
