import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type SourceColumn, secretColumns } from '@simwright/contract/profiles/source-file'
import type { ParsedRow } from './row.ts'

/*
 * The secret cells of staged rows as bytes, which are overwritten after use; a string remains in memory until something
 * else needs its place. One line for each row: JSON of pairs of the index of a cell and its value.
 */

/** Shown in place of a secret cell that is filled. */
export const MASK = '***'

const LINE_END = 0x0a
const NONE = Buffer.from('[]')

const isSecret = (column: SourceColumn | undefined) => column !== undefined && secretColumns.includes(column)

/** Separates rows from their secret cells, in whose place is `MASK`. */
export function splitSecrets<Row extends ParsedRow>(
  columns: readonly SourceColumn[],
  rows: readonly Row[],
): { rows: Row[]; secrets: Buffer } {
  const lines: string[] = []
  const masked = rows.map((row) => {
    const isFilled = (index: number) => row.cells[index] !== '' && isSecret(columns[index])
    lines.push(JSON.stringify(row.cells.flatMap((cell, index) => (isFilled(index) ? [[index, cell]] : []))))
    return { ...row, cells: row.cells.map((cell, index) => (isFilled(index) ? MASK : cell)) }
  })
  return { rows: masked, secrets: Buffer.from(lines.join('\n')) }
}

/** Puts secret cells into their rows. */
export function joinSecrets(rows: readonly ParsedRow[], secrets: Buffer): void {
  for (const [at, line] of linesOf(secrets).entries())
    for (const [index, cell] of JSON.parse(line.toString()) as [number, string][]) rows[at]!.cells[index] = cell
}

/** A copy without the secret cells of some rows. */
export function dropSecrets(secrets: Buffer, isDropped: (row: number) => boolean): Buffer {
  const lines = linesOf(secrets).flatMap((line, at) => [Buffer.of(LINE_END), isDropped(at) ? NONE : line])
  return Buffer.concat(lines.slice(1))
}

function linesOf(secrets: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from <= secrets.length; ) {
    const end = secrets.indexOf(LINE_END, from)
    lines.push(secrets.subarray(from, end < 0 ? secrets.length : end))
    from = end < 0 ? secrets.length + 1 : end + 1
  }
  return lines
}

/** Bytes on their way between the server and the process that reads a file. Copies of them remain in the pipe, encrypted. */
export type Passed = { iv: Uint8Array; tag: Uint8Array; bytes: Uint8Array }

export const newPassKey = (): Uint8Array => randomBytes(32)

/** Encrypts bytes (AES-256-GCM), and overwrites them. */
export function pass(key: Uint8Array, bytes: Uint8Array): Passed {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()])
  bytes.fill(0)
  return { iv, tag: cipher.getAuthTag(), bytes: encrypted }
}

export function receive(key: Uint8Array, { iv, tag, bytes }: Passed): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
  decipher.setAuthTag(tag)
  const opened = decipher.update(bytes)
  decipher.final()
  return opened
}
