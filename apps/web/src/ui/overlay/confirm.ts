import type { ReactNode } from 'react'
import { createStore } from '../../base/store.ts'

export type Question = {
  title: string
  text: ReactNode
  /** Label of the button, as a verb ("Delete 12 profiles"). */
  proceed: string
  /** Label of the button that refuses; "Cancel" by default. */
  refuse?: string
  /** `danger`: the action is destructive; the dialog says that it cannot be undone, or shows `undoText`. */
  tone?: 'normal' | 'danger'
  undoText?: string
  /** The user must type this number to enable the button: for actions on many objects. */
  count?: number
  /** The user must type this word to enable the button: for actions on everything. */
  name?: { label: string; word: string }
}

export type OpenQuestion = Question & { answer: (yes: boolean) => void }

/** The question that `ConfirmDialog` shows. */
export const openQuestion = createStore<OpenQuestion | undefined>(undefined)

/** Asks the user to confirm an action; resolves to the answer. A new question refuses the one that is open. */
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
