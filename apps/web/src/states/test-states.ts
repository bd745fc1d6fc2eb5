import axe from 'axe-core'
import '../styles/fonts.css'
import '@mantine/core/styles.layer.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/mantine.css'
import '../styles/touch.css'
import '../styles/print.css'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { callFaults } from './network.ts'
import { type Scheme, showState } from './show.tsx'
import { onList, type State, type StateList } from './state.ts'

type View = { width: 1440 | 390; scheme: Scheme; rules: 'all' | 'contrast' | 'none' }

/** States that all pages build from the same pieces: without `npm run prove states` each list shows one of its own. */
const ALIKE = ['loading', 'failed', 'refused']

/** Of so many lists, axe checks `empty` and the colors of `phone` in one; `npm run prove states` checks all. */
const AXE_SHARE = 4

/** The view of a state: 1440 pixels in light colors, except for `phone`. */
function viewOf(name: string, number: number): View {
  const isChecked = number % AXE_SHARE === 0
  if (name === 'phone') return { width: 390, scheme: 'dark', rules: isChecked ? 'contrast' : 'none' }
  const rules = name === 'full' || (name === 'empty' && isChecked) ? 'all' : 'none'
  return { width: 1440, scheme: 'light', rules }
}

/** The states of a list to show in `npm test`. */
function sampleOf({ states }: StateList, number: number): [string, State][] {
  const alike = ALIKE.filter((name) => name in states)
  const shown = alike[number % alike.length]
  return Object.entries(states).filter(([name]) => name === shown || !alike.includes(name))
}

/** A number for a list, the same in each run. */
const numberOf = ({ name }: StateList) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

const EVERY_VIEW: readonly View[] = [
  { width: 1440, scheme: 'light', rules: 'all' },
  { width: 1440, scheme: 'dark', rules: 'all' },
  { width: 390, scheme: 'dark', rules: 'all' },
  { width: 390, scheme: 'light', rules: 'all' },
]

const isProof = import.meta.env.PROOF === 'on'

onList((list) => {
  describe(list.name, () => {
    const number = numberOf(list)
    if (!isProof) {
      for (const [name, state] of sampleOf(list, number))
        test(name, () => expectValid(list, state, viewOf(name, number)))
    } else
      for (const [name, state] of Object.entries(list.states))
        for (const view of EVERY_VIEW)
          test(`${name}, ${view.width} px, ${view.scheme}`, () => expectValid(list, state, view))
  })
})

// The browser computes styles and layout of a hidden page, which the checks need, but does not paint it.
window.parent.document.documentElement.style.visibility = 'hidden'

let width = 0

/**
 * Checks that the state appears, the console is silent, every call has a
 * valid answer, nothing overflows, and axe finds nothing.
 */
async function expectValid(list: StateList, state: State, view: View): Promise<void> {
  if (width !== view.width) await page.viewport(view.width, 900)
  width = view.width
  const spies = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')].map((spy) => spy.mockImplementation(() => {}))
  try {
    await showState(list, state, view.scheme)
    const { rules } = view
    if (rules !== 'none') {
      await animationsFinished()
      // colors may be repainted after the scheme attribute has changed
      await expect.poll(() => findings(rules), { message: 'axe' }).toEqual([])
    }
    // polled: a change of the text's direction or of the viewport is laid out a moment later
    await expect
      .poll(() => document.documentElement.scrollWidth, { message: 'width of the page' })
      .toBeLessThanOrEqual(view.width)
    expect(callFaults(), 'calls without a valid answer').toEqual([])
    expect(
      spies.flatMap((spy) => spy.mock.calls.map((call) => call.map(String).join(' '))),
      'console',
    ).toEqual([])
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Waits until all animations have finished, except endless ones. */
async function animationsFinished(): Promise<void> {
  await nextFrame()
  await nextFrame()
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

async function findings(rules: 'all' | 'contrast'): Promise<string[]> {
  const only = rules === 'contrast' ? { runOnly: ['color-contrast'] } : {}
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`),
  )
}
