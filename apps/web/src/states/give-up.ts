/**
 * Ends like `work`, or fails when the page gives up the call. It never fails because of a limit of time: a call that is not
 * answered lasts longer than its state, and its failure would act on the state that is shown then.
 */
export function untilGivenUp<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      const { reason } = signal
      if (!isTimeLimit(reason)) reject(reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject)
  })
}

const isTimeLimit = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'
