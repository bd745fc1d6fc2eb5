import { expect, test } from 'vitest'
import { untilGivenUp } from './give-up.ts'

const never = new Promise<never>(() => {})

/** The outcome of a call that has ended, or that it waits. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  let outcome = 'waiting'
  call.then(
    () => (outcome = 'answered'),
    () => (outcome = 'failed'),
  )
  await Promise.resolve()
  return outcome
}

test('a call fails when the page gives it up', async () => {
  const page = new AbortController()
  const call = untilGivenUp(never, page.signal)
  page.abort()
  expect(await outcomeOf(call)).toBe('failed')
})

test('a call without an answer outlives its time limit, because another state may be shown by then', async () => {
  const limit = AbortSignal.timeout(0)
  const call = untilGivenUp(never, AbortSignal.any([new AbortController().signal, limit]))
  await new Promise((resolve) => limit.addEventListener('abort', resolve))
  expect(await outcomeOf(call)).toBe('waiting')
})

test('a call has its answer, with a signal and without', async () => {
  expect(await untilGivenUp(Promise.resolve('answer'), AbortSignal.timeout(0))).toBe('answer')
  expect(await untilGivenUp(Promise.resolve('answer'), undefined)).toBe('answer')
})
