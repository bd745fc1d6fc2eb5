import { type AuditAction, auditActionNames, auditActions } from '@simwright/contract/platform/audit'
import { operationKinds } from '@simwright/contract/provisioning/operation-kind'
import { describe, expect, test } from 'vitest'
import { type AuditSentence, auditSentences } from './audit-sentence-texts.ts'
import { auditSentence } from './sentence.ts'

const entry = (
  action: AuditAction,
  after: Record<string, string | number | boolean> | null,
  objectName = 'Spring',
) => ({
  action,
  objectKind: auditActions[action].object,
  objectName,
  before: null,
  after,
})

describe('the sentence of an entry', () => {
  const phrased = auditActionNames.flatMap((action) => {
    const sentence: AuditSentence = auditSentences[action]
    return sentence === 'operation' || sentence === 'profile' ? [] : [{ action, sentence }]
  })

  test.each(phrased)('$action uses only facts that its entries have', ({ action, sentence }) => {
    const forms = typeof sentence === 'string' ? [sentence] : [sentence.one, sentence.other]
    const names = forms.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
    const allowed = ['object', ...(auditActions[action].facts as readonly string[])]
    expect(names.filter((name) => !allowed.includes(name))).toEqual([])
    if (typeof sentence !== 'string') expect(allowed).toContain(sentence.count)
  })

  test('has names and counts', () => {
    expect(auditSentence(entry('campaign.filled', { profiles: 1200 }))).toBe(
      'Added 1,200 profiles to the campaign Spring',
    )
    expect(auditSentence(entry('campaign.filled', { profiles: 1 }))).toBe('Added 1 profile to the campaign Spring')
    expect(auditSentence(entry('member.invited', { role: 'Operator' }, 'ada@example.com'))).toBe(
      'Invited ada@example.com as Operator',
    )
  })

  test('is the label of the action if a value is missing', () => {
    expect(auditSentence(entry('member.invited', null, 'ada@example.com'))).toBe('Member invited')
  })
})

describe('the sentence of a changed profile', () => {
  type Facts = Parameters<typeof auditSentence>[0]['after']
  const changed = (after: Facts, before: Facts = null) =>
    auditSentence({ ...entry('profile.changed', null, '8999970'), before, after })

  test.each([
    [{ kind: 'GROUP', group: 'Oslo' }, { group: 'Bergen' }, 'Moved the profile 8999970 from Bergen to Oslo'],
    [{ kind: 'GROUP', group: 'Oslo' }, null, 'Moved the profile 8999970 to Oslo'],
    [{ kind: 'GROUP', given: null }, { group: 'Bergen' }, 'Removed the profile 8999970 from Bergen'],
    [{ kind: 'GROUP', given: '0190' }, null, 'Changed the profile 8999970'],
    [{ kind: 'NOTES', given: 'Lent' }, null, 'Changed the notes of the profile 8999970'],
    [{ kind: 'NOTES', given: '' }, { given: 'Lent' }, 'Removed the notes of the profile 8999970'],
    [{ kind: 'REMOVE', given: null }, null, 'Deleted the profile 8999970'],
    [{ kind: 'RECYCLE_TIME', given: null }, null, 'Removed the recycle time of the profile 8999970'],
    [{ fields: ['imsi', 'pin1'] }, null, 'Changed IMSI, PIN1 of the profile 8999970'],
  ])('%j after %j', (after, before, text) => expect(changed(after, before)).toBe(text))
})

describe('the sentence of an operation', () => {
  const finished = (kind: string, facts: Record<string, string | number | boolean>) =>
    auditSentence(entry('operation.finished', { kind, ...facts }, kind))

  test('says what was done to how many profiles', () => {
    const facts = { given: '0190', group: 'Warehouse Oslo', succeeded: 40, failed: 0 }
    expect(finished('GROUP', facts)).toBe('Moved 40 profiles to Warehouse Oslo')
    expect(finished('GROUP', { ...facts, succeeded: 1 })).toBe('Moved 1 profile to Warehouse Oslo')
    expect(finished('GROUP', { succeeded: 40 })).toBe('Removed 40 profiles from their groups')
    expect(finished('GROUP', { ...facts, failed: 3 })).toBe('Moved 40 profiles to Warehouse Oslo; 3 unchanged')
    expect(finished('GROUP', { ...facts, canceled: true })).toBe('Moved 40 profiles to Warehouse Oslo, then stopped')
  })

  test('says what was undone', () => {
    const facts = { group: 'Warehouse Oslo', succeeded: 40, undoes: '0191' }
    expect(finished('GROUP', facts)).toBe('Undid "Move into a group" for 40 profiles')
  })

  test('says that it failed', () => {
    expect(finished('REMOVE', { succeeded: 0, failed: 2 })).toBe('"Delete" changed no profile')
  })

  test('of its start says what it is to do', () => {
    const started = (facts: Record<string, string | number>) =>
      auditSentence(entry('operation.started', facts, 'NOTES'))
    expect(started({ rows: 40 })).toBe('Started "Change notes" for 40 profiles')
    expect(started({ rows: 1 })).toBe('Started "Change notes" for 1 profile')
    expect(started({ rows: 40, undoes: '0191' })).toBe('Started to undo "Change notes" for 40 profiles')
    expect(started({ rows: 0, undoes: '0191' })).toBe('Started to undo "Change notes"')
  })

  test.each(operationKinds)('%s never shows a placeholder', (kind) => {
    for (const succeeded of [0, 1, 2]) expect(finished(kind, { succeeded, given: 'x' })).not.toMatch(/[{}]/)
  })
})
