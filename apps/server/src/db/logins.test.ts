import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statementsForNewDatabase } from './logins.ts'

test('the README has the statements that make the logins', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8')
  const statements = statementsForNewDatabase().replaceAll(/^ {2}/gm, '')
  expect(readme).toContain(`\`\`\`sql\n${statements}\n\`\`\``)
})
