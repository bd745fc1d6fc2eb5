import { failureCauses, refusalTexts, statusCodeName } from '@simwright/contract/profiles/refusal-text'
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

test('each refusal names its cause: the device, the SM-DP+, the configuration or the code', () => {
  const causes = new Set(Object.values(refusalTexts).map(({ cause }) => cause))
  expect([...causes].sort()).toEqual([...failureCauses].sort())
  expect(refusalTexts['8.1/4.8']?.cause).toBe('device')
  expect(refusalTexts['8.8.4/3.7']?.cause).toBe('server')
  expect(refusalTexts['8.8/4.2']?.cause).toBe('configuration')
  expect(refusalTexts['8.2.7/3.8']?.cause).toBe('code')
})
