import type { Selectable } from 'kysely'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

type Tables = TenantTables & GlobalTables

/** Columns of a table as a statement returns them. The rows of `sql<...>` are made of these, so a migration reaches them. */
export type Row<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>

/** What a statement counts. */
export type Counted = { counted: number }
