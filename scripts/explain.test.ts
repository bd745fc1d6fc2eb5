import { refusals } from '@simwright/rsp'
import { expect, test } from 'vitest'
import { refusalTexts } from '../apps/web/src/texts/explain.ts'
import { statusCodeTexts } from '../apps/web/src/texts/status-code.ts'

/** Refusals of the SM-DS are in no timeline. */
const inTimelines = Object.values(refusals).filter(({ subjectCode }) => !/^(8\.9|1\.1)/.test(subjectCode))

test('every refusal of the SM-DP+ has its names, cause and advice', () => {
  const pairs = inTimelines.map(({ subjectCode, reasonCode }) => `${subjectCode}/${reasonCode}`)
  expect(Object.keys(refusalTexts).sort()).toEqual(pairs.sort())
  for (const { subjectCode, reasonCode } of inTimelines) {
    expect(statusCodeTexts.subjects).toHaveProperty([subjectCode])
    expect(statusCodeTexts.reasons).toHaveProperty([reasonCode])
  }
})
