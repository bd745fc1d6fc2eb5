import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED_FILES, readText } from './generated-file.ts'

for (const { path, text } of GENERATED_FILES) {
  const current = await text()
  const changed = current !== readText(path)
  if (changed) writeFileSync(join(import.meta.dirname, '..', path), current)
  console.log(`${changed ? 'written ' : 'current '} ${path}`)
}
