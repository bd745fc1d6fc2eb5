import { refusalTexts, statusCodeName } from '@simwright/contract/profiles/refusal-text'
import { refusals } from '@simwright/rsp'
import { expect, test } from 'vitest'

/** Refusals of the SM-DS are in no timeline. */
const inTimelines = Object.values(refusals).filter(({ subjectCode }) => !/^(8\.9|1\.1)/.test(subjectCode))

test('every refusal of the SM-DP+ has its names, cause and advice', () => {
  const pairs = inTimelines.map(({ subjectCode, reasonCode }) => `${subjectCode}/${reasonCode}`)
  expect(Object.keys(refusalTexts).sort()).toEqual(pairs.sort())
  for (const { subjectCode, reasonCode } of inTimelines)
    expect(statusCodeName(subjectCode, reasonCode)).toMatch(/^[^:]+: [^:]+$/)
})
