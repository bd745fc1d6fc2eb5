import {
  type ActorKind,
  type AuditAction,
  actorKinds,
  auditActionNames,
  type ObjectKind,
  objectKinds,
} from '@simwright/contract/platform/audit'
import type { Filters, FilterValues } from '../../../ui/table/url-filter.ts'
import { auditTexts } from './audit-texts.ts'

const texts = auditTexts.filters

const choicesOf = <V extends string>(values: readonly V[], labels: Record<V, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

export const filters = {
  search: { kind: 'text', label: texts.search },
  by: { kind: 'choices', label: texts.by, choices: choicesOf(actorKinds, auditTexts.actors) },
  action: { kind: 'choices', label: texts.action, choices: choicesOf(auditActionNames, auditTexts.actions) },
  object: { kind: 'choices', label: texts.object, choices: choicesOf(objectKinds, auditTexts.objects) },
  at: { kind: 'days', label: texts.at },
} as const satisfies Filters

/** Converts the filter of the page address to the filter of the API. */
export function filterOf({ search, by, action, object, at }: FilterValues<typeof filters>) {
  return {
    ...(search === undefined ? {} : { search }),
    ...(by === undefined ? {} : { actor: by as ActorKind[] }),
    ...(action === undefined ? {} : { action: action as AuditAction[] }),
    ...(object === undefined ? {} : { object: object as ObjectKind[] }),
    ...(at?.from === undefined ? {} : { from: at.from }),
    ...(at?.to === undefined ? {} : { to: at.to }),
  }
}
