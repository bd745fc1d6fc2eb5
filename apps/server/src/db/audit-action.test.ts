import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'

const MIGRATION = join(import.meta.dirname, 'migrations', 'old', '0074_audit_action.sql')

test('the migration renames actions and actors in mail texts, recent palette entries and audit log columns', async () => {
  const { url } = await openTestDatabase()
  const owner = loginClient(url, 'test')
  await owner.connect()
  const [platformId, userId] = [randomUUID(), randomUUID()]
  try {
    await owner.query('begin')
    await owner.query('alter table audit_inbox rename column action to deed')
    await owner.query('alter table audit_entry rename column action to deed')
    await owner.query(
      `insert into platform (id, sys, app_name, icon_url, theme_color, mail_texts, created_at, updated_at)
       values ($1, 'main', 'A', '', '#112233', $2, '2026-01-01', '2026-01-01')`,
      [platformId, '{"ENTERPRISE_CLOSING": {"body": "{doer} asked for it."}}'],
    )
    await owner.query(
      `insert into user_account
         (id, email, password_hash, first_name, last_name, company_name, state, platform_id, created_at)
       values ($1, 'mary@example.com', '', 'Mary', 'Jackson', '', 'ACTIVE', $2, '2026-01-01')`,
      [userId, platformId],
    )
    await owner.query(
      `insert into user_behavior (user_id, module_name, config, updated_at)
       values ($1, 'palette', '{"recent":[{"kind":"deed","id":"scheme","label":"Dark colors"}]}', '2026-01-01'),
              ($1, 'audit', '{"columns":{},"order":["at","deed"]}', '2026-01-01')`,
      [userId],
    )
    await owner.query(await readFile(MIGRATION, 'utf8'))
    const { rows: texts } = await owner.query(`select mail_texts #>> '{ENTERPRISE_CLOSING,body}' as body from platform`)
    expect(texts).toEqual([{ body: '{actor} asked for it.' }])
    const { rows: configs } = await owner.query(
      'select module_name, config::jsonb from user_behavior where user_id = $1 order by module_name',
      [userId],
    )
    expect(configs).toEqual([
      { module_name: 'audit', config: { columns: {}, order: ['at', 'action'] } },
      {
        module_name: 'palette',
        config: { recent: [{ kind: 'action', id: 'scheme', label: 'Dark colors' }] },
      },
    ])
  } finally {
    await owner.query('rollback')
    await owner.end()
  }
})
