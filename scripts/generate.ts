import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED_FILES, readText } from './generated-file.ts'

for (const { path, text } of GENERATED_FILES) {
  const fresh = await text()
  const changed = fresh !== readText(path)
  if (changed) writeFileSync(join(import.meta.dirname, '..', path), fresh)
  console.log(`${changed ? 'written ' : 'in step '} ${path}`)
}
