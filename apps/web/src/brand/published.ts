import * as legal from '@simwright/contract/platform/legal-current'
import { useEffect } from 'react'
import { ask } from '../api/call.ts'
import { onSessionChange } from '../api/session.ts'
import { createStore, useStore } from '../base/store.ts'

const published = createStore<readonly legal.LegalKind[]>([])

let questions = 0

/** Only the answer to the last question counts: another session may be on another platform. */
function load(): void {
  questions += 1
  const question = questions
  ask(legal.current, {}, { background: true, silent: true }).then(
    ({ texts }) => {
      if (question === questions) published.set(texts.map(({ kind }) => kind))
    },
    // the links stay as they are; every page before the sign-in asks again
    () => {},
  )
}

/** The texts that this platform has published: those last known, until the call has returned. */
export function usePublished(): readonly legal.LegalKind[] {
  useEffect(() => {
    load()
    return onSessionChange(load)
  }, [])
  return useStore(published)
}
