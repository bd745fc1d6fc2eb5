import { commentParts, withMentionsById } from '@simwright/contract/insight/comment'
import { expect, test } from 'vitest'
import { editedText, namesOf, nameToMention, sentText, typedMention } from './mention-text.ts'

const ANN = { userId: '00000000-0000-4000-8000-000000000001', name: 'Ann Smith' }
const ANNABEL = { userId: '00000000-0000-4000-8000-000000000002', name: 'Ann Smithson' }

test('names that were chosen are sent as ids, a longer name before its beginning', () => {
  const sent = sentText('@Ann Smithson, ask @Ann Smith. @Bob', [ANN, ANNABEL])
  expect(sent).toBe(`@[${ANNABEL.userId}], ask @[${ANN.userId}]. @Bob`)
  expect(editedText({ text: sent, mentions: [ANN, ANNABEL] })).toBe('@Ann Smithson, ask @Ann Smith. @Bob')
})

test('two people with one name are distinguished by their address', () => {
  const other = { ...ANN, userId: ANNABEL.userId, email: 'ann2@example.com' }
  expect(nameToMention(other, [ANN])).toBe('Ann Smith (ann2@example.com)')
  expect(nameToMention(other, [])).toBe('Ann Smith')
})

test('a name is searched while it is typed after @, and not within an address', () => {
  expect(typedMention('Ask @An', 7)).toEqual({ start: 4, search: 'An' })
  expect(typedMention('@', 1)).toEqual({ start: 0, search: '' })
  expect(typedMention('mary@example.com', 16)).toBeUndefined()
  expect(typedMention('Ask @Ann Smith', 14)).toBeUndefined()
})

test('a text is shown in parts, and a mention of someone unknown has no name', () => {
  const text = `See @[${ANN.userId}] and @[${ANNABEL.userId}]`
  expect(commentParts(text, namesOf([ANN]))).toEqual([
    { text: 'See ' },
    { text: '@Ann Smith', userId: ANN.userId },
    { text: ' and ' },
    { text: '@…', userId: ANNABEL.userId },
  ])
})

test('an address after @ becomes the id of its member, also before a full stop', () => {
  const byAddress = new Map([['ann@example.com', ANN.userId]])
  expect(withMentionsById('Ask @Ann@example.com.', byAddress)).toBe(`Ask @[${ANN.userId}].`)
  expect(withMentionsById('Write to ann@example.com', byAddress)).toBe('Write to ann@example.com')
})
