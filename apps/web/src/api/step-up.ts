import { createSignal, createStore } from '../base/store.ts'

/** A request for step-up authentication, on which a call waits. */
export type StepUpRequest = { answer: (passed: boolean) => void }

/** The request that the dialog shows. */
export const stepUpRequest = createStore<StepUpRequest | undefined>(undefined)
/** Emitted when the enterprise account requires a second factor that the user has not set up. */
export const secondFactorNeeded = createSignal<void>()

/** Asks the user to authenticate again; resolves to whether they did. Concurrent requests share one dialog. */
export function requestStepUp(): Promise<boolean> {
  if (!stepUpRequest.hasListeners()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const earlier = stepUpRequest.get()
    stepUpRequest.set({
      answer: (passed) => {
        stepUpRequest.set(undefined)
        earlier?.answer(passed)
        resolve(passed)
      },
    })
  })
}
