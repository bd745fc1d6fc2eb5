import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './command.ts'

export const SUMS = 'SHA256SUMS'

/** Writes the checksums of all files of a folder, as sha256sum checks them. */
export function writeChecksums(folder: string): void {
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith(SUMS))
    .toSorted()
  const lines = names.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return `${sum}  ${name}\n`
  })
  writeFileSync(join(folder, SUMS), lines.join(''))
}

/**
 * Signs the checksums with a secret key of minisign, whose comment then has version and time.
 * @throws Error if the key does not exist, or has a password, which nobody is there to type
 */
export function signChecksums(
  folder: string,
  { key, version, epoch }: { key: string; version: string; epoch: number },
) {
  if (!existsSync(key)) throw new Error(`${key} does not exist: it must be a secret key of minisign (minisign -G -W).`)
  const comment = `simwright ${version}, timestamp ${epoch}`
  run(['minisign', '-S', '-s', key, '-m', join(folder, SUMS), '-t', comment])
}
