import { readFileSync, statSync } from 'node:fs'
import { parsePackageText } from '@simwright/saip'

/** An error of the user: what is wrong with the command or a file. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** More than a package of 1 MiB in hex with line breaks. */
const mostFileBytes = 4 << 20

/** The file's bytes. `-` is standard input. @throws UsageError */
export function readInput(path: string): Uint8Array {
  try {
    if (path === '-') return new Uint8Array(readFileSync(0))
    const { size } = statSync(path)
    if (size > mostFileBytes) throw new UsageError(`${path} has ${size} bytes; a package has at most 1 MiB.`)
    return new Uint8Array(readFileSync(path))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** The package in a file: DER, or a text in hex or Base64. White space in a text is ignored. */
export function packageBytes(input: Uint8Array): Uint8Array {
  // DER of a package begins with A0, which is not ASCII.
  if ((input[0] ?? 0) >= 0x80) return input
  return parsePackageText(new TextDecoder().decode(input)) ?? input
}

/** The package in a file. @throws UsageError */
export function readPackageFile(path: string): Uint8Array {
  return packageBytes(readInput(path))
}
