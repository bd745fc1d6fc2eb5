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

/** The view of a state: 1440 pixels in light colors, except for `phone`. */
function viewOf(name: string): View {
  if (name === 'phone') return { width: 390, scheme: 'dark', rules: 'contrast' }
  return { width: 1440, scheme: 'light', rules: name === 'full' || name === 'empty' ? 'all' : 'none' }
}

const EVERY_VIEW: readonly View[] = [
  { width: 1440, scheme: 'light', rules: 'all' },
  { width: 1440, scheme: 'dark', rules: 'all' },
  { width: 390, scheme: 'dark', rules: 'all' },
  { width: 390, scheme: 'light', rules: 'all' },
]

const isProof = import.meta.env.PROOF === 'on'

onList((list) => {
  describe(list.name, () => {
    for (const [name, state] of Object.entries(list.states)) {
      if (!isProof) test(name, () => expectValid(list, state, viewOf(name)))
      else
        for (const view of EVERY_VIEW)
          test(`${name}, ${view.width} px, ${view.scheme}`, () => expectValid(list, state, view))
    }
  })
})

// The browser computes styles and layout of a hidden page, which the checks need, but does not paint it.
window.parent.document.documentElement.style.visibility = 'hidden'

let width = 0

/** Timeout for axe, and for colors to be repainted after a change of the color scheme. */
const REPAINT_LIMIT_MS = 60_000

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
      await expect.poll(() => findings(rules), { message: 'axe', timeout: REPAINT_LIMIT_MS }).toEqual([])
    }
    expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(view.width)
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
