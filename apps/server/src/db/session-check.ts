import { StartRefusal } from '../runtime/start-refusal.ts'

type Session = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> }

/**
 * Detects a pooler that switches sessions between statements (PgBouncer's transaction or statement mode), because
 * roles, advisory locks and LISTEN belong to a session: sets a different value in two sessions and reads one back.
 * @throws Error that says what DATABASE_URL must be
 */
export async function refuseTransactionPooler(one: Session, other: Session): Promise<void> {
  await remember(one, 'one')
  await remember(other, 'other')
  const probe = await one.query(`select current_setting('simwright.probe', true) as mark`)
  if (probe.rows[0]?.mark === 'one') return
  throw new StartRefusal(
    'DATABASE_URL points to a pooler that switches sessions between statements. Use a direct connection or ' +
      'session pooling.',
  )
}

async function remember(session: Session, mark: 'one' | 'other'): Promise<void> {
  await session.query(`select set_config('simwright.probe', '${mark}', false)`)
}
