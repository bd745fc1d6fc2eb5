import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export type Question = {
  title: string
  text: ReactNode
  /** The button that does it, as a verb ("Delete 12 profiles"). */
  proceed: string
  /** `danger`: the action destroys something; the dialog says that it cannot be undone, or what `undoText` says. */
  tone?: 'normal' | 'danger'
  undoText?: string
  /** Must be typed before the button works: for actions on many things. */
  count?: number
  /** The same with a name: for actions on everything there is. */
  name?: { label: string; word: string }
}

export type OpenQuestion = Question & { answer: (yes: boolean) => void }

/** The question that the dialog shows. */
export const openQuestion = createStore<OpenQuestion | undefined>(undefined)

/** Asks before an action; resolves to whether to go on. One question at a time: an older one counts as refused. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      answer: (yes) => {
        openQuestion.set(undefined)
        resolve(yes)
      },
    })
  })
}
