import { expect, test } from 'vitest'
import { mergeUnsaved } from './form-saved.ts'

test('unchanged fields get the saved values; values typed while saving stay', () => {
  const sent = { name: ' Alba ', host: 'a', texts: { A: { subject: 'x' }, B: { subject: 'y' } }, list: ['1'] }
  const saved = { name: 'Alba', host: 'a', texts: { A: { subject: 'x' }, B: { subject: 'y' } }, list: ['1'] }
  expect(mergeUnsaved(sent, sent, saved)).toEqual(saved)
  expect(mergeUnsaved({ ...sent, host: 'ab' }, sent, saved)).toEqual({ ...saved, host: 'ab' })
  expect(mergeUnsaved({ ...sent, list: [] }, sent, saved)).toEqual({ ...saved, list: [] })
})

test('an entry that was removed or added while saving stays removed or added', () => {
  const sent = { texts: { A: { subject: 'x' } } }
  expect(mergeUnsaved({ texts: {} }, sent, sent)).toEqual({ texts: {} })
  const added = { texts: { ...sent.texts, B: { subject: 'y' } } }
  expect(mergeUnsaved(added, sent, sent)).toEqual(added)
})
