import { existsSync, writeFileSync } from 'node:fs'
import type { Call } from './command.ts'
import { CommandError } from './exit-code.ts'
import { write } from './terminal.ts'

export const OUTPUT_OPTIONS = {
  output: { value: 'FILE', short: 'o', help: 'where the file is written; - for standard output' },
  force: { help: 'replace the file if it exists' },
} as const

/** @throws CommandError before anything is done, if the file exists */
export function checkOutput({ text, isOn }: Call): void {
  const path = text('output')
  if (path !== undefined && path !== '-' && existsSync(path) && !isOn('force'))
    throw new CommandError(`${path} exists. Use --force to replace it.`)
}

/** Writes the file of the option `--output`. Others cannot read it, because it may have activation codes. */
export async function saveOutput({ text, terminal, note }: Call, content: Blob): Promise<void> {
  const path = text('output')!
  const bytes = new Uint8Array(await content.arrayBuffer())
  if (path === '-') return await write(terminal.output, new TextDecoder().decode(bytes))
  writeFileSync(path, bytes, { mode: 0o600 })
  note(`Saved ${path}`)
}
