type Session = { query(text: string): Promise<{ rows: Record<string, unknown>[] }> }

/**
 * Refuses a pooler that gives a session away between statements (PgBouncer's transaction or statement mode): roles,
 * advisory locks and LISTEN live in a session. What two sessions remember must not mix.
 * @throws Error that says what DATABASE_URL must be.
 */
export async function refuseTransactionPooler(one: Session, other: Session): Promise<void> {
  await remember(one, 'one')
  await remember(other, 'other')
  const kept = await one.query(`select current_setting('simwright.probe', true) as mark`)
  if (kept.rows[0]?.mark === 'one') return
  throw new Error(
    'DATABASE_URL leads through a pooler that gives sessions away between statements. Use a direct connection or ' +
      'session pooling.',
  )
}

async function remember(session: Session, mark: 'one' | 'other'): Promise<void> {
  await session.query(`select set_config('simwright.probe', '${mark}', false)`)
}
