import { createRoot, type Root } from 'react-dom/client'
import { App } from '../App.tsx'
import { stepUpRequest } from '../api/step-up.ts'
import { isUnreachable } from '../api/unreachable.ts'
import { NOTHING_UNREAD, setUnread } from '../frame/unread.ts'
import { router } from '../router.tsx'
import { forgetPermissions } from '../session/permission.tsx'
import { openQuestion } from '../ui/overlay/confirm.ts'
import { dismissToast, shownToasts } from '../ui/toast.ts'
import { frameAnswers } from './frame-answers.ts'
import { replaceNetwork, serveAnswers } from './network.ts'
import { poll } from './poll.ts'
import { beginSession } from './session.ts'
import { type Person, SKELETON, type State, type StateList } from './state.ts'
import { findText, type Until } from './step.ts'

export type Scheme = 'light' | 'dark'

let root: Root | undefined
/** User of the previous state: calls of that state's frame may still arrive. */
let previousPerson: Person | undefined
/** The router's initial `startTransition`; a rendered page replaces it with one that waits until React has rendered. */
const { startTransition } = router

/** Renders the whole application at the state's address with its answers, runs its steps, and waits for `shows`. */
export async function showState(list: StateList, state: State, scheme: Scheme): Promise<void> {
  openQuestion.get()?.answer(false)
  stepUpRequest.get()?.answer(false)
  // out of the document, elements are removed without being laid out again
  document.getElementById('root')?.remove()
  root?.unmount()
  // text areas measure their height with one that they leave behind; it makes pages from right to left wider
  for (const measuring of document.querySelectorAll('body > textarea')) measuring.remove()
  for (const { id } of shownToasts.get()) dismissToast(id)
  isUnreachable.set(false)
  setUnread(NOTHING_UNREAD)
  const person = state.as ?? list.as ?? 'owner'
  serveAnswers(
    [...frameAnswers(person), ...(list.answers ?? []), ...(state.answers ?? [])],
    previousPerson && frameAnswers(previousPerson),
  )
  previousPerson = person
  beginSession(person)
  forgetPermissions()
  localStorage.setItem('simwright.scheme', scheme)
  const { href } = router.buildLocation(state.at ?? list.at)
  router.history.replace(href)
  router.startTransition = startTransition
  await router.load()
  const element = document.createElement('div')
  element.id = 'root'
  document.body.prepend(element)
  root = createRoot(element)
  root.render(<App />)
  const { steps = [], shows } = state
  if (steps.length > 0) await until(isLoaded, 'its content without a skeleton')
  for (const step of steps) await step(until)
  if (shows === SKELETON) await until(findSkeleton, 'a skeleton')
  else {
    await until(() => findText(shows), String(shows))
    await until(isLoaded, 'its content without a skeleton')
  }
}

/** True once the page has a heading and no skeleton. */
const isLoaded = () => (document.querySelector('h1, h2') && !findSkeleton() ? true : undefined)

const findSkeleton = () =>
  document.querySelector('main .mantine-Skeleton-root, [role=dialog] .mantine-Skeleton-root') ?? undefined

const until: Until = async (find, what) => {
  const found = await poll(find)
  if (found !== undefined) return found
  throw new Error(
    `the page does not show ${typeof what === 'string' ? what : what()}; it shows:\n${shownText().slice(0, 1500)}`,
  )
}

replaceNetwork()

function shownText(): string {
  return [...document.querySelectorAll<HTMLElement>('main, [role=dialog], [role=menu]')]
    .map((one) => one.innerText)
    .join('\n')
}
