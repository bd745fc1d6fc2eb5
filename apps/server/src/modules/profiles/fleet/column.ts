import type { FieldOf, FleetField, ValueField } from '@simwright/contract/profiles/fleet-field'
import type { Selectable } from 'kysely'
import type { ProfileTable } from '../../../db/tables.gen.ts'
import { type ProfileCombination, profileCombinations } from '../lifecycle/service.ts'
import { type NameQuery, nameQueries } from './lookup.ts'

type Profile = Selectable<ProfileTable>
type ColumnOfType<Value> = { [Name in keyof Profile]: Profile[Name] extends Value ? Name : never }[keyof Profile]
type TextColumn = ColumnOfType<string | null>

/** An index on the column and then the list's order. `covers every value`: of all values but null. */
type Indexed = { index?: 'covers every value' }

type Equal = Indexed & {
  /** `group_id` is in the table of memberships, `tag_id` in the index of traits, all others are in `profile`. */
  column: TextColumn | 'group_id' | 'tag_id'
  /** The combination of columns that has the index. */
  within?: ProfileCombination
}

/** The column, index and name lookup of each kind of field. */
type ColumnOf<Field extends FleetField> =
  Field extends FieldOf<'choice'>
    ? Equal & { ids?: NameQuery }
    : Field extends FieldOf<'named'>
      ? Equal & { ids: NameQuery }
      : Field extends FieldOf<'text' | 'code'>
        ? Equal
        : Field extends FieldOf<'prefix'>
          ? { column: TextColumn; stores?: 'matching ids' }
          : { column: ColumnOfType<Date | null> }

/** The column of each filter of Fleet. A field of the contract without a row here does not compile. */
export const fleetColumns = {
  status: { column: 'status', index: 'covers every value' },
  order: { column: 'order_state', index: 'covers every value' },
  group: { column: 'group_id', ids: nameQueries.group },
  tag: { column: 'tag_id', ids: nameQueries.tag },
  leak: { column: 'id', ids: nameQueries.leak },
  comments: { column: 'id', ids: nameQueries.comments },
  config: { column: 'configuration_id', index: 'covers every value', ids: nameQueries.configuration },
  type: { column: 'configuration_id', index: 'covers every value', ids: nameQueries.configurationType },
  batch: { column: 'batch_id', index: 'covers every value', ids: nameQueries.batch },
  campaign: { column: 'campaign_id', within: 'handling', ids: nameQueries.campaign },
  brand: { column: 'device_brand', index: 'covers every value' },
  format: { column: 'ac_format', within: 'handling' },
  protection: { column: 'protection', within: 'origin' },
  spn: { column: 'spn', index: 'covers every value' },
  iccid: { column: 'iccid' },
  imsi: { column: 'imsi' },
  msisdn: { column: 'msisdn' },
  eid: { column: 'eid' },
  ac: { column: 'matching_id', stores: 'matching ids' },
  region: { column: 'region', within: 'origin' },
  notes: { column: 'notes' },
  created: { column: 'created_at' },
  by: { column: 'created_by', within: 'origin', ids: nameQueries.member },
  changed: { column: 'status_at' },
  recycle: { column: 'recycle_status', within: 'handling' },
  reason: { column: 'recycle_reason', within: 'handling' },
  recycled: { column: 'recycle_at' },
} as const satisfies { [Field in FleetField]: ColumnOf<Field> }

type ColumnsOf<Field extends FleetField> = (typeof fleetColumns)[Field]['column']

/** Columns that are compared with whole values. */
export type EqualColumn = Exclude<ColumnsOf<Exclude<ValueField, FieldOf<'prefix'>>>, 'tag_id'> | ProfileCombination
export type PrefixColumn = ColumnsOf<FieldOf<'prefix'>>
export type TimeColumn = ColumnsOf<FieldOf<'time'>>

const rows: readonly (Indexed & { column: string; within?: ProfileCombination; ids?: NameQuery })[] =
  Object.values(fleetColumns)

export const isCombination = (column: EqualColumn): column is ProfileCombination =>
  profileCombinations.some((name) => name === column)

/** The combination whose index finds the column's values. */
export const combinationOf = (column: EqualColumn): ProfileCombination | undefined =>
  rows.find((row) => row.column === column)?.within

/** Whether one index finds every value of the column, sorted like the list. */
export const indexCoversEveryValue = (column: EqualColumn): boolean =>
  rows.some((row) => row.column === column && row.index !== undefined)

/** The type of the column's values, as SQL. */
export const typeOf = (column: EqualColumn): 'uuid' | 'text' =>
  isCombination(column) || rows.some((row) => row.column === column && row.ids !== undefined) ? 'uuid' : 'text'

/** Identifiers that a search compares by prefix, in the order in which matches are listed. */
export const searchedColumns = ['iccid', 'imsi', 'eid', 'msisdn', 'matching_id'] as const satisfies PrefixColumn[]
export type SearchedColumn = (typeof searchedColumns)[number]
