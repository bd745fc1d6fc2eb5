import axe from 'axe-core'
import '../styles/fonts.css'
import '../styles/reset.css'
import '@mantine/core/styles.layer.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/mantine.css'
import '../styles/shared.css'
import '../styles/touch.css'
import '../styles/print.css'
import type { Findings, Rules, StatesPage, TestCase, View } from './exchange.ts'
import { callFaults } from './network.ts'
import { poll } from './poll.ts'
import { showState } from './show.tsx'
import { stateOf, testsOf } from './test-case.ts'

/** Messages for the console, and uncaught errors, since the current test began. */
let messages: string[] = []

for (const name of ['error', 'warn'] as const)
  console[name] = (...values: unknown[]) => messages.push(values.map(String).join(' '))
window.addEventListener('error', ({ message }) => {
  // a size that changes while sizes are reported is reported in the next frame
  if (!message.startsWith('ResizeObserver loop')) messages.push(message)
})
window.addEventListener('unhandledrejection', ({ reason }) => messages.push(String(reason)))

/**
 * Shows a state, and waits until axe finds nothing and the page is not wider than the window; when both are not the case
 * after a while, the findings say so.
 * @throws if the state does not appear
 */
async function check(file: string, test: TestCase): Promise<Findings> {
  const { view } = test
  const [list, state] = await stateOf(file, test)
  messages = []
  await setWidth(view.width)
  await showState(list, state, view.scheme)
  const found = view.rules === 'none' ? undefined : await axeFindings(view.rules)
  // polled: a change of the text's direction or of the window's width is laid out a moment later
  let width = 0
  await poll(() => {
    width = document.documentElement.scrollWidth
    return width <= view.width || undefined
  })
  return { axe: found, width, calls: callFaults(), console: messages }
}

/** The page of a test is the frame of a page that is hidden, and so not painted: style and layout are computed. */
async function setWidth(width: View['width']): Promise<void> {
  if (innerWidth === width) return
  window.frameElement!.setAttribute('width', String(width))
  await poll(() => (innerWidth === width ? true : undefined))
}

async function axeFindings(rules: Exclude<Rules, 'none'>): Promise<string[]> {
  await animationsFinished()
  let found: string[] = []
  // colors may be repainted after the scheme attribute has changed
  await poll(async () => {
    found = await findings(rules)
    return found.length === 0 || undefined
  })
  return found
}

/** Waits until all animations have finished, except endless ones. */
async function animationsFinished(): Promise<void> {
  await nextFrame()
  await nextFrame()
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** Side bar and top bar. */
const BARS = ['aside:has(nav)', 'header[data-print="none"]']

async function findings(rules: Exclude<Rules, 'none'>): Promise<string[]> {
  const context = rules === 'all but bars' ? { include: document, exclude: BARS } : document
  const only = rules === 'contrast' ? { runOnly: ['color-contrast'] } : {}
  const { violations } = await axe.run(context, { resultTypes: ['violations'], ...only })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`),
  )
}

Object.assign(window, { statesPage: { testsOf, check } satisfies StatesPage })
