import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statementsForNewDatabase } from './logins.ts'

test('the guide has the statements that make the logins', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guide/installation.md'), 'utf8')
  const statements = statementsForNewDatabase().replaceAll(/^ {2}/gm, '')
  expect(guide).toContain(`\`\`\`sql\n${statements}\n\`\`\``)
})
