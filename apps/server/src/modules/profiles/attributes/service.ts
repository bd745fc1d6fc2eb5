import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as attribute from '@simwright/contract/profiles/attribute'
import { type AttributeRule, type AttributeValue, readAttribute } from '@simwright/contract/profiles/attribute-value'
import type { TenantDb } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { AttributesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { countTraits, countValues } from '../lifecycle/service.ts'
import {
  type AttributeRecord,
  insertAttribute,
  lockAttribute,
  markRemoved,
  markReplaced,
  selectAttribute,
  selectAttributes,
  selectReplaced,
  updateAttribute,
  updatePosition,
} from './queries.ts'

export { type AttributeRecord, selectAttribute, selectAttributes, shareAttribute } from './queries.ts'

export async function listAttributes(
  server: Server,
  who: Who,
  { counts }: ParsedInputOf<typeof attribute.list>,
): Promise<OutputOf<typeof attribute.list>> {
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const rows = await selectAttributes(db)
    const ids = rows.map(({ id }) => id)
    const counted = counts ? await countTraits(db, { ids, cap: attribute.ATTRIBUTE_COUNT_CAP + 1 }) : undefined
    return { items: rows.map((row) => attributeOf(row, counted?.get(row.id))) }
  })
}

function attributeOf(row: AttributeRecord, profiles: number | undefined): attribute.Attribute {
  return {
    id: row.id,
    word: row.word,
    name: row.name,
    kind: row.kind,
    choices: row.choices,
    required: row.required,
    version: row.version,
    profiles: profiles === undefined ? null : Math.min(profiles, attribute.ATTRIBUTE_COUNT_CAP),
    capped: profiles !== undefined && profiles > attribute.ATTRIBUTE_COUNT_CAP,
    updatedAt: row.updated_at.toISOString(),
  }
}

export async function addAttribute(
  server: Server,
  who: Who,
  { fields }: ParsedInputOf<typeof attribute.add>,
): Promise<OutputOf<typeof attribute.add>> {
  const { enterpriseId, userId } = who
  const id = server.random.uuid()
  try {
    await server.db.tenantTx(enterpriseId, async (db) => {
      const existing = await selectAttributes(db)
      if (existing.length >= attribute.ATTRIBUTES_MAX)
        throw new Problem('attributes_too_many', { max: attribute.ATTRIBUTES_MAX })
      const position = (existing.at(-1)?.position ?? 0) + 1
      await insertAttribute(db, { ...fields, id, position, userId, at: server.clock.now() })
      const object = { id, name: fields.name }
      await recordAudit(server, db, { action: 'attribute.added', enterpriseId, object, after: factsOf(fields) })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'attribute_word')) throw new Problem('attribute_word_used', { word: fields.word })
    throw error
  }
  return { id }
}

type Facts = { name: string; kind: string; choices: readonly string[]; required: boolean }

const factsOf = ({ name, kind, choices, required }: Facts) => ({
  name,
  type: kind,
  ...(kind === 'choice' ? { choices: choices.join(', ') } : {}),
  required,
})

async function lockVersion(db: TenantDb, { id, version }: { id: string; version: number }): Promise<AttributeRecord> {
  const current = await lockAttribute(db, id)
  if (!current) throw new Problem('not_found')
  if (current.version !== version) throw new Problem('changed_meanwhile')
  return current
}

export async function editAttribute(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof attribute.edit>,
): Promise<OutputOf<typeof attribute.edit>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const current = await lockVersion(db, { id, version })
    if (current.kind === 'choice') await requireUsedChoices(db, id, fields.choices)
    const choices = current.kind === 'choice' ? fields.choices : []
    await updateAttribute(db, { ...fields, choices, id, at: server.clock.now() })
    const object = { id, name: fields.name }
    const after = factsOf({ ...fields, choices, kind: current.kind })
    await recordAudit(server, db, { action: 'attribute.edited', enterpriseId, object, before: factsOf(current), after })
  })
  return { version: version + 1 }
}

/** @throws Problem `invalid` if profiles have a choice that is left out */
async function requireUsedChoices(db: TenantDb, id: string, choices: readonly string[]): Promise<void> {
  if (choices.length === 0) throw fault('fields.choices', 'required', 'At least one choice.')
  const offered = new Set(choices.map((choice) => choice.toLowerCase()))
  for await (const { value, count } of countValues(db, id)) {
    if (offered.has(String(value).toLowerCase())) continue
    const text = `${count.toLocaleString('en')} profiles have "${value}": change them first, or leave the choice.`
    throw fault('fields.choices', 'used', text)
  }
}

type Retyping = ParsedInputOf<typeof attribute.retype>

const EXAMPLES = 3

export async function previewRetyping(
  server: Server,
  who: Who,
  { id, ...rule }: Retyping,
): Promise<OutputOf<typeof attribute.previewRetype>> {
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    if (!(await selectAttribute(db, id))) throw new Problem('not_found')
    const found = { kept: 0, lost: 0, examples: [] as string[] }
    for await (const { value, count } of countValues(db, id)) {
      const isKept = converted(rule, value) !== undefined
      found[isKept ? 'kept' : 'lost'] += count
      if (!isKept && found.examples.length < EXAMPLES) found.examples.push(String(value))
    }
    return found
  })
}

/** The value under another type; undefined if it does not fit. */
export function converted(rule: AttributeRule, value: AttributeValue): AttributeValue | undefined {
  const read = readAttribute(rule, String(value))
  return 'value' in read ? read.value : undefined
}

/** The attribute gets a new id, to which the sweep `attributes` moves the values that fit. */
export async function retypeAttribute(
  server: Server,
  who: Who,
  { id, version, kind, choices: given }: Retyping,
): Promise<OutputOf<typeof attribute.retype>> {
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const current = await lockVersion(db, { id, version })
    const { word, name, required, position } = current
    const choices = kind === 'choice' ? given : []
    const by = server.random.uuid()
    await markRemoved(db, { id, at })
    await insertAttribute(db, { id: by, word, name, kind, choices, required, position, userId, at })
    await markReplaced(db, { id, by })
    const object = { id: by, name }
    const after = factsOf({ name, kind, choices, required })
    await recordAudit(server, db, {
      action: 'attribute.retyped',
      enterpriseId,
      object,
      before: factsOf(current),
      after,
    })
  })
  return {}
}

export async function reorderAttributes(
  server: Server,
  who: Who,
  { ids }: ParsedInputOf<typeof attribute.reorder>,
): Promise<OutputOf<typeof attribute.reorder>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const existing = await selectAttributes(db)
    const wanted = new Set(ids)
    if (wanted.size !== ids.length || existing.length !== ids.length || existing.some(({ id }) => !wanted.has(id)))
      throw new Problem('changed_meanwhile')
    for (const [index, id] of ids.entries()) await updatePosition(db, { id, position: index + 1 })
    const words = ids.map((id) => existing.find((one) => one.id === id)!.word).join(', ')
    const object = { id: null, name: words }
    await recordAudit(server, db, { action: 'attribute.reordered', enterpriseId, object })
  })
  return {}
}

export async function removeAttribute(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof attribute.remove>,
): Promise<OutputOf<typeof attribute.remove>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const current = await lockVersion(db, { id, version })
    await markRemoved(db, { id, at: server.clock.now() })
    const object = { id, name: current.name }
    await recordAudit(server, db, { action: 'attribute.removed', enterpriseId, object, before: factsOf(current) })
  })
  return {}
}

/** How the values of profiles are shown. */
export type ShownAttributes = {
  /** In their order. */
  words: readonly string[]
  /** The texts of stored values by word. Those of an attribute that gets another type are shown as they will be. */
  valuesOf: (stored: Readonly<Record<string, AttributeValue>>) => Record<string, string>
}

export async function shownAttributes(db: TenantDb): Promise<ShownAttributes> {
  const rows = await selectAttributes(db)
  const replaced = await selectReplaced(db)
  const storedValue = (row: AttributeRecord, stored: Readonly<Record<string, AttributeValue>>) => {
    const value = stored[row.id]
    if (value !== undefined) return value
    const earlier = replaced.find(({ id, replaced_by: by }) => by === row.id && stored[id] !== undefined)
    return earlier && converted(row, stored[earlier.id]!)
  }
  return {
    words: rows.map(({ word }) => word),
    valuesOf: (stored) =>
      Object.fromEntries(
        rows.flatMap((row) => {
          const value = storedValue(row, stored)
          return value === undefined ? [] : [[row.word, String(value)]]
        }),
      ),
  }
}
