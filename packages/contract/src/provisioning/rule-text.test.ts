import { describe, expect, test } from 'vitest'
import { RuleDefinition } from './rule.ts'
import { ruleSentence } from './rule-text.ts'

const TAG = '01a14954-3dc8-7000-b042-a836b82c26b1'
const names = new Map([[TAG, 'To call']])
const sentenceOf = (definition: unknown) => ruleSentence(RuleDefinition.parse(definition), names)

describe('the sentence of a rule', () => {
  test('names the profile in its conditions', () => {
    const sentence = sentenceOf({
      when: { events: ['REFUSED'] },
      conditions: { withoutTagIds: [TAG] },
      actions: [{ kind: 'TAG', tagId: TAG }],
    })
    expect(sentence).toBe(
      'When a download is refused, if the profile does not have the tag "To call", then add the tag "To call".',
    )
  })

  test('says what must not happen in the days that it waits', () => {
    const sentence = sentenceOf({
      when: { events: ['GENERATED'], afterDays: 14, without: ['DOWNLOADED', 'REMOVED'] },
      actions: [{ kind: 'NOTIFY' }],
    })
    expect(sentence).toBe(
      '14 days after an activation code is generated, unless by then the profile is downloaded or the profile is deleted in the portal, then notify the members.',
    )
  })
})
