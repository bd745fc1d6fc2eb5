import type { Selectable } from 'kysely'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

type Tables = TenantTables & GlobalTables

/**
 * Columns of a table as a statement returns them, so that migrations change the types of
 * what is made of them.
 */
export type Row<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>

/** A column of a table as a statement returns it. */
export type Column<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Selectable<Tables[T]>[C]

/** The row of a counting statement. */
export type Counted = { counted: number }
