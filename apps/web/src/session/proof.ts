/** A deed waits for the user to prove who they are. */
export type ProofWanted = { answer: (given: boolean) => void }

let wanted: ProofWanted | undefined
const listeners = new Set<() => void>()
const factorListeners = new Set<() => void>()

/** Asks the user for a fresh proof of identity; answers whether it was given. All that ask at once share one question. */
export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    const before = wanted
    set({
      answer: (given) => {
        set(undefined)
        before?.answer(given)
        resolve(given)
      },
    })
  })
}

export function proofWanted(): ProofWanted | undefined {
  return wanted
}

export function onProofWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The enterprise account demands a second factor that this user has yet to set up. */
export function secondFactorNeeded(): void {
  for (const tell of factorListeners) tell()
}

export function onSecondFactorNeeded(listener: () => void): () => void {
  factorListeners.add(listener)
  return () => factorListeners.delete(listener)
}

function set(next: ProofWanted | undefined): void {
  wanted = next
  for (const tell of listeners) tell()
}
