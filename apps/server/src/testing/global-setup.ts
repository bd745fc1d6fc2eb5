import type { TestProject } from 'vitest/node'
import { givenPostgres, startTestPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Omit<TestPostgres, 'stop'>
  }
}

/** Runs once per test run: starts one PostgreSQL for all test files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(givenPostgres())
  const { stop, ...provided } = postgres
  project.provide('postgres', provided)
  return stop
}
