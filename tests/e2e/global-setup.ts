import { givenPostgres, startTestPostgres } from '../../apps/server/src/testing/postgres.ts'

/** Names the setting by which the servers of the tests find their PostgreSQL. */
export const POSTGRES_SETTING = 'E2E_POSTGRES'

/** Runs once per test run: starts one PostgreSQL for the servers of all tests. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { stop, ...postgres } = await startTestPostgres(givenPostgres())
  process.env[POSTGRES_SETTING] = JSON.stringify(postgres)
  return stop
}
