import { fillText } from '@simwright/contract/fill-text'
import type { AuditEntry } from '@simwright/contract/platform/audit'
import { doneSentence, operationKinds, operationRow } from '@simwright/contract/provisioning/operation-kind'
import { formatTime } from '../../../base/time.ts'
import {
  type AuditSentence,
  auditSentences,
  profileFieldNames,
  profileSentences,
  operationSentences as texts,
} from './audit-sentence-texts.ts'
import { auditTexts } from './audit-texts.ts'
import { plainFactTexts } from './change.ts'
import { objectName } from './object-name.ts'

type Sentenced = Pick<AuditEntry, 'action' | 'objectKind' | 'objectName' | 'before' | 'after'>

/**
 * What an entry says happened: "Added 40 profiles to the campaign Spring". The label of the action, if the entry lacks a
 * value of the sentence.
 */
export function auditSentence(entry: Sentenced): string {
  const sentence: AuditSentence = auditSentences[entry.action]
  const facts = { ...entry.before, ...entry.after }
  if (sentence === 'operation') return operationSentence(entry, facts)
  if (sentence === 'profile') return profileSentence(entry)
  const text = typeof sentence === 'string' ? sentence : facts[sentence.count] === 1 ? sentence.one : sentence.other
  const values: Record<string, unknown> = { ...facts, object: objectName(entry) }
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  if (!names.every((name) => isShort(values[name]))) return auditTexts.actions[entry.action]
  return fill(text, values as Record<string, string | number>)
}

/** Unlike `say`, fills a text whose placeholders are known only at run time. */
function fill(text: string, values: Record<string, string | number>): string {
  const texts = Object.entries(values).map(([name, value]) => [name, shown(value)] as const)
  return fillText(text, Object.fromEntries(texts))
}

const shown = (value: unknown): string => (typeof value === 'number' ? value.toLocaleString('en') : String(value))

const isShort = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value !== '')

function operationSentence({ action, objectName: stored }: Sentenced, facts: Record<string, unknown>): string {
  const kind = operationKinds.find((one) => one === stored)
  if (!kind) return auditTexts.actions[action]
  const { undoes, rows } = facts
  const { name } = operationRow(kind)
  if (action === 'operation.started') {
    const count = typeof rows === 'number' ? rows : 0
    return fill(startedText(count, Boolean(undoes)), { name, count })
  }
  const [succeeded, failed] = [Number(facts.succeeded ?? 0), Number(facts.failed ?? 0)]
  if (succeeded === 0) return fill(undoes ? texts.undoFailed : texts.failed, { name })
  // a moved profile is in a group with a name; that of a group deleted since is not known
  const given = kind === 'GROUP' ? facts.group : (facts.name ?? facts.given)
  const text = doneSentence({ kind, given: typeof given === 'string' ? given : null, undoes, count: succeeded })
  if (facts.canceled) return fill(texts.stopped, { text })
  return failed > 0 ? fill(texts.unchanged, { text, count: failed }) : text
}

function startedText(count: number, isUndo: boolean): string {
  if (count === 0) return isUndo ? texts.undoStartedUncounted : texts.startedUncounted
  if (count === 1) return isUndo ? texts.undoStartedOne : texts.startedOne
  return isUndo ? texts.undoStarted : texts.started
}

function profileSentence(entry: Sentenced): string {
  const values = { ...profileValues(entry), object: objectName(entry) ?? '' }
  return fill(profileSentences[profileForm(entry)], values)
}

function profileForm({ before, after }: Sentenced): keyof typeof profileSentences {
  if (Array.isArray(after?.fields) && after.fields.length > 0) return 'fields'
  switch (after?.kind) {
    case 'GROUP':
      return after.group ? (before?.group ? 'moved' : 'movedIn') : before?.group ? 'movedOut' : 'other'
    case 'ATTRIBUTE':
      return after.value ? 'attribute' : 'attributeCleared'
    case 'TAG':
      return 'tagged'
    case 'UNTAG':
      return 'untagged'
    case 'NOTES':
      return after.given ? 'notes' : 'notesRemoved'
    case 'RECYCLE_TIME':
      return after.given ? 'recycleTime' : 'recycleTimeRemoved'
    case 'REMOVE':
      return 'removed'
    default:
      return 'other'
  }
}

const fieldName = (name: string) => profileFieldNames[name] ?? plainFactTexts.label(name)

function profileValues({ before, after }: Sentenced): Record<string, string> {
  const fields = Array.isArray(after?.fields) ? after.fields.map((name) => fieldName(String(name))) : []
  return {
    from: shown(before?.group ?? after?.name ?? ''),
    to: shown(after?.group ?? after?.name ?? ''),
    time: after?.kind === 'RECYCLE_TIME' && typeof after.given === 'string' ? formatTime(after.given) : '',
    fields: fields.join(', '),
  }
}
