import {
  type AttributeRule,
  type AttributeValue,
  isOrdered,
  readAttribute,
} from '@simwright/contract/profiles/attribute-value'
import type { QueryTerm } from '@simwright/contract/profiles/fleet-query'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'

/** What is compared with the values of the index, as SQL: some values as the index has them, or the ends of a range. */
type TraitValues =
  | { values: readonly RawBuilder<unknown>[] }
  | { bounds: readonly { operator: '<' | '<=' | '>' | '>='; value: RawBuilder<unknown> }[] }

/** A condition on the tags or on one attribute of a profile. */
export type TraitCondition = TraitValues & {
  /** The tags, of which any matches, or the attribute. */
  ids: readonly string[]
  kind: 'tag' | 'attribute'
  /** Profiles without a tag, or without a value of the attribute, match, too. */
  orNone?: true
  /**
   * How many profiles match. `few`: their ids are read first. `some`: the index of traits is walked whatever the other
   * conditions are. `many`: the profiles are walked, and each is looked up.
   */
  size?: 'few' | 'some' | 'many'
}

/** The value that the index has for a tag. */
const TAG_VALUE = sql`''`

/** Profiles with any of the tags. */
export const tagCondition = (ids: readonly (string | null)[]): TraitCondition => ({
  kind: 'tag',
  ids: ids.filter((id) => id !== null),
  values: [TAG_VALUE],
  ...(ids.includes(null) ? { orNone: true } : {}),
})

/** A condition of one tag or one value: the index has its profiles in the order of lists. */
export const isOneKey = (condition: TraitCondition): boolean =>
  !condition.orNone && condition.ids.length === 1 && 'values' in condition && condition.values.length === 1

/** One condition for each tag or value, if there are several. */
export function keysOf(condition: TraitCondition): TraitCondition[] {
  if (condition.orNone || !('values' in condition)) return [condition]
  const { values, ids, kind } = condition
  return ids.flatMap((id) => values.map((value) => ({ kind, ids: [id], values: [value] })))
}

/** A value of an attribute as the index has it. */
const indexed = (value: AttributeValue) => sql`trait_value(${JSON.stringify(value)}::jsonb)`

type AttributeTerm = Extract<QueryTerm, { kind: 'attribute' }>

/** The condition of a term on an attribute. @returns an error text when a value does not fit the attribute */
export function attributeCondition(
  { id, kind, choices, name }: AttributeRule & { id: string; name: string },
  { word, sign, values }: AttributeTerm,
): TraitCondition | string {
  const faults: string[] = []
  const read = (text: string) => {
    const found = readAttribute({ kind, choices }, text)
    if ('value' in found) return indexed(found.value)
    faults.push(`"${text}" is no value of ${name}. ${found.fault}`)
    return sql`''`
  }
  const condition = conditionOf(read, { kind, choices, sign, values })
  if (condition === undefined) return `${name} has no order: write attr.${word}:${values[0]}.`
  return faults[0] ?? { kind: 'attribute', ids: [id], ...condition }
}

type Comparison = AttributeRule & Pick<AttributeTerm, 'sign' | 'values'>

const HAS_VALUE: TraitValues = { bounds: [{ operator: '>=', value: sql`''` }] }

/** Whether the text means all profiles with a value: `any`, unless it is a choice. */
const isAny = (text: string, choices: readonly string[]) =>
  text.toLowerCase() === 'any' && !choices.some((one) => one.toLowerCase() === 'any')

function conditionOf(
  read: (text: string) => RawBuilder<unknown>,
  { kind, choices, sign, values }: Comparison,
): (TraitValues & { orNone?: true }) | undefined {
  const [first = ''] = values
  if (sign !== ':') return isOrdered(kind) ? { bounds: [{ operator: sign, value: read(first) }] } : undefined
  if (isOrdered(kind) && values.length === 1 && first.includes('..')) {
    const [from = '', to = ''] = first.split('..')
    const bounds = [
      ...(from ? [{ operator: '>=', value: read(from) } as const] : []),
      ...(to ? [{ operator: '<=', value: read(to) } as const] : []),
    ]
    return bounds.length > 0 ? { bounds } : HAS_VALUE
  }
  if (values.length === 1 && isAny(first, choices)) return HAS_VALUE
  const isNone = (text: string) => text.toLowerCase() === 'none'
  const named = values.filter((text) => !isNone(text)).map(read)
  return { values: named, ...(values.some(isNone) ? { orNone: true as const } : {}) }
}

/** The condition on rows of the index, with the alias `i`. */
export function isIndexed(condition: TraitCondition): RawBuilder<unknown> {
  const isOf =
    condition.ids.length === 1 ? sql`i.trait_id = ${condition.ids[0]}` : sql`i.trait_id = any(${condition.ids}::uuid[])`
  return sql`${isOf} and ${isWithin(sql`i.value`, condition)}`
}

function isWithin(value: RawBuilder<unknown>, condition: TraitValues): RawBuilder<unknown> {
  if ('values' in condition) {
    const { values } = condition
    return values.length === 1 ? sql`${value} = ${values[0]}` : sql`${value} in (${sql.join(values)})`
  }
  const bounds = condition.bounds.map((bound) => sql`${value} ${sql.raw(bound.operator)} ${bound.value}`)
  return sql.join(bounds, sql` and `)
}

/** The ids of matching profiles, from the index alone. */
export const indexedIds = (enterpriseId: EnterpriseId, condition: TraitCondition): RawBuilder<unknown> => sql`
  select i.profile_id from profile_trait_index i
  where i.enterprise_id = ${enterpriseId} and ${isIndexed(condition)}`

/** The condition on `profile p`. Deleted profiles are not in the index. */
export function whereTrait(
  enterpriseId: EnterpriseId,
  condition: TraitCondition,
  profiles: 'listed' | 'with removed',
): RawBuilder<unknown> {
  const isShort = condition.size === 'few' || (condition.size === 'some' && !isOneKey(condition))
  if (isShort && profiles === 'listed') return sql`p.id = any(array(${indexedIds(enterpriseId, condition)}))`
  const isNone = condition.orNone ? sql`not ${ofProfile(hasAny(condition))}` : undefined
  const isNothing = condition.ids.length === 0 || ('values' in condition && condition.values.length === 0)
  if (isNothing) return isNone ?? sql`false`
  const matches = ofProfile(matchesRow(condition))
  return isNone ? sql`(${matches} or ${isNone})` : matches
}

/** A subquery for each profile: PostgreSQL would join a million rows for `exists`, since it expects that few match. */
const ofProfile = (condition: RawBuilder<unknown>) => sql`coalesce((
  select ${condition} from profile_trait t where t.enterprise_id = p.enterprise_id and t.profile_id = p.id), false)`

const hasAny = ({ kind, ids }: TraitCondition) =>
  kind === 'tag' ? sql`t.tags <> '{}'` : sql`t.attributes -> ${ids[0]}::text is not null`

const matchesRow = (condition: TraitCondition) =>
  condition.kind === 'tag'
    ? sql`t.tags && ${condition.ids}::uuid[]`
    : isWithin(sql`trait_value(t.attributes -> ${condition.ids[0]}::text)`, condition)

const FEW = 2_000
const SOME = 20_000

const countStatement = shapedStatement(
  'count rows of traits',
  ({ enterpriseId, condition }: { enterpriseId: EnterpriseId; condition: TraitCondition }) => sql`
    select count(*) as counted from (${indexedIds(enterpriseId, condition)} limit ${sql.lit(SOME + 1)}) capped`,
  { present: ['counted'], shapes: [{ condition: { kind: 'tag', ids: [''], values: [TAG_VALUE] } }] },
)

/** The condition with the number of profiles that match. */
export async function withSize(db: TenantDb, condition: TraitCondition): Promise<TraitCondition> {
  if (condition.orNone || condition.ids.length === 0) return { ...condition, size: 'many' }
  const { counted } = (await countStatement(db, { enterpriseId: db.enterpriseId, condition }))[0]!
  return { ...condition, size: counted <= FEW ? 'few' : counted <= SOME ? 'some' : 'many' }
}
