import { createSignal, createStore } from '../ui/store.ts'

/** A call waits for the user to prove who they are. */
export type ProofWanted = { answer: (given: boolean) => void }

/** The question that the dialog shows. */
export const proofWanted = createStore<ProofWanted | undefined>(undefined)
/** The enterprise account demands a second factor that this user has yet to set up. */
export const secondFactorNeeded = createSignal<void>()

/** Asks the user for a fresh proof of identity; resolves to whether it was given. Calls that ask at once share one question. */
export function askForProof(): Promise<boolean> {
  if (!proofWanted.hasListeners()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const before = proofWanted.get()
    proofWanted.set({
      answer: (given) => {
        proofWanted.set(undefined)
        before?.answer(given)
        resolve(given)
      },
    })
  })
}
