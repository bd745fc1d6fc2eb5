import { expect, test } from 'vitest'
import { pages } from '../paths.ts'
import { helpTexts } from './help-texts.ts'

test.each(Object.keys(pages))('the help of the page %s has a purpose, steps and terms in whole sentences', (name) => {
  const { purpose, steps, terms } = helpTexts[name as keyof typeof pages]
  expect(purpose).toMatch(/^[A-Z].*\.$/)
  expect(steps.length).toBeGreaterThan(0)
  for (const step of steps) expect(step).toMatch(/^[A-Z].*\.$/)
  for (const { term, text } of terms) expect(`${term}: ${text}`).toMatch(/^[A-Z].+: .*\.$/)
})
