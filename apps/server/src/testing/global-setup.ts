import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

/** Once per run of the tests: one PostgreSQL for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(process.env.DATABASE_URL)
  project.provide('postgres', { url: postgres.url, template: postgres.template })
  return postgres.stop
}
