import { Problem } from '@simwright/contract'
import { readAttribute } from '@simwright/contract/profiles/attribute-value'
import type { EventText } from '@simwright/contract/profiles/event-text'
import { type LeftReason, operationTable } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import { fault } from '../../../http/input.ts'
import { type AttributeRecord, selectAttribute, shareAttribute } from '../../profiles/attributes/service.ts'
import { Before, type LockedRow, move } from '../../profiles/lifecycle/service.ts'
import { type ApplyContext, type ApplyResult, type Target, undoableKind } from './change-profiles.ts'
import { allowedBy } from './fitness.ts'
import { PROFILES_AND_TRAITS, type TaggedRow } from './kind-tag.ts'

/*
 * The kind that sets the value of one attribute. Undo restores this value alone, unless it was changed meanwhile.
 */

type Parameters = { attributeId: string; value: string }
type Value = string | number | null

/** The value to store; null clears it. Undefined if it does not fit the attribute. */
function storedValue(attribute: AttributeRecord, text: string): Value | undefined {
  if (text === '') return null
  const read = readAttribute(attribute, text)
  return 'value' in read ? read.value : undefined
}

/** @throws Problem `not_found`, or `invalid` if the value does not fit the attribute */
async function mustExist(db: TenantDb, { attributeId, value }: Parameters): Promise<void> {
  const attribute = await selectAttribute(db, attributeId)
  if (!attribute) throw new Problem('not_found')
  if (value === '') {
    if (attribute.required) throw fault('operation.value', 'required', `${attribute.name} is required.`)
    return
  }
  const read = readAttribute(attribute, value)
  if ('fault' in read) throw fault('operation.value', 'value', `${attribute.name}: ${read.fault}`)
}

type Setting = { attribute: AttributeRecord; targets: readonly { row: TaggedRow; value: Value }[] }

async function setValues({ db, cause }: ApplyContext<Parameters>, { attribute, targets }: Setting): Promise<void> {
  const textOf = (value: Value): EventText =>
    value === null
      ? { id: 'attributeCleared', values: { attribute: attribute.name } }
      : { id: 'attributeSet', values: { attribute: attribute.name, value: String(value) } }
  await move<LockedRow>(
    db,
    cause,
    targets.map(({ row, value }) => ({
      row,
      transition: { kind: 'traitsChanged', traits: { attributes: { [attribute.id]: value } }, text: textOf(value) },
    })),
  )
}

const allLeft = (targets: readonly Target<TaggedRow>[], reason: LeftReason): ApplyResult => ({
  left: new Map(targets.map(({ row }) => [row.profile_id, reason])),
})

export const ATTRIBUTE = undoableKind(operationTable.ATTRIBUTE.schema, {
  locks: PROFILES_AND_TRAITS,
  whyNot: allowedBy('traitsChanged'),
  mustExist,
  apply: async (context, targets) => {
    const { attributeId, value: text } = context.chunk.operation
    const attribute = await shareAttribute(context.db, attributeId)
    const value = attribute && storedValue(attribute, text)
    if (!attribute || value === undefined) return allLeft(targets, 'attributeDeleted')
    await setValues(context, { attribute, targets: targets.map(({ row }) => ({ row, value })) })
    const before = targets.map(
      ({ row }) => [row.profile_id, { value: row.traits.attributes[attributeId] ?? null }] as const,
    )
    return { before: new Map(before) }
  },
  undo: {
    before: Before.pick({ value: true }),
    whyNot: ({ status }) => (status === 'REMOVED' ? 'removed' : undefined),
    putBack: async (context, targets) => {
      const { attributeId, value: text } = context.chunk.operation
      const attribute = await shareAttribute(context.db, attributeId)
      const set = attribute && storedValue(attribute, text)
      if (!attribute || set === undefined) return allLeft(targets, 'attributeDeleted')
      const isAsSet = ({ row }: Target<TaggedRow>) => (row.traits.attributes[attributeId] ?? null) === set
      const restored = targets.filter(isAsSet).map(({ row, to }) => ({ row, value: to.value ?? null }))
      await setValues(context, { attribute, targets: restored })
      return allLeft(
        targets.filter((target) => !isAsSet(target)),
        'changedAgain',
      )
    },
  },
})
