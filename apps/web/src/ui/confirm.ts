import type { ReactNode } from 'react'

export type Question = {
  title: string
  text: ReactNode
  /** The button that does it, as a verb ("Delete 12 profiles"). */
  proceed: string
  /** `danger`: the deed destroys something; the dialog says that it cannot be undone, or what `wayBack` says. */
  tone?: 'normal' | 'danger'
  wayBack?: string
  /** Must be typed before the button works: for deeds on many things. */
  count?: number
  /** The same with a name: for deeds on all there is. */
  name?: { label: string; word: string }
}

export type OpenQuestion = Question & { answer: (yes: boolean) => void }

let open: OpenQuestion | undefined
const listeners = new Set<() => void>()

/** Asks before a deed; answers whether to go on. One question at a time: an older one counts as refused. */
export function confirm(question: Question): Promise<boolean> {
  open?.answer(false)
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(undefined)
        resolve(yes)
      },
    })
  })
}

export function openQuestion(): OpenQuestion | undefined {
  return open
}

export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: OpenQuestion | undefined): void {
  open = next
  for (const tell of listeners) tell()
}
