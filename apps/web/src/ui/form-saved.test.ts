import { expect, test } from 'vitest'
import { withTyped } from './form-saved.ts'

test('what was not touched since it was sent is as it was saved; what was typed meanwhile stays', () => {
  const sent = { name: ' Alba ', host: 'a', texts: { A: { subject: 'x' }, B: { subject: 'y' } }, list: ['1'] }
  const saved = { name: 'Alba', host: 'a', texts: { A: { subject: 'x' }, B: { subject: 'y' } }, list: ['1'] }
  expect(withTyped(sent, sent, saved)).toEqual(saved)
  expect(withTyped({ ...sent, host: 'ab' }, sent, saved)).toEqual({ ...saved, host: 'ab' })
  expect(withTyped({ ...sent, list: [] }, sent, saved)).toEqual({ ...saved, list: [] })
})

test('a part that was taken away or added meanwhile stays so', () => {
  const sent = { texts: { A: { subject: 'x' } } }
  expect(withTyped({ texts: {} }, sent, sent)).toEqual({ texts: {} })
  const added = { texts: { ...sent.texts, B: { subject: 'y' } } }
  expect(withTyped(added, sent, sent)).toEqual(added)
})
