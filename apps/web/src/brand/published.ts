import * as legal from '@simwright/contract/platform/legal-current'
import { useEffect } from 'react'
import { ask } from '../api/call.ts'
import { onSessionChange } from '../session/session.ts'
import { createStore, useStore } from '../ui/store.ts'

const NONE: readonly legal.LegalKind[] = []

const published = createStore(NONE)

// another session may be on another platform
onSessionChange(() => published.set(NONE))

/** The texts that this platform has published: those last known, until the call of this page has returned. */
export function usePublished(): readonly legal.LegalKind[] {
  useEffect(() => {
    ask(legal.current, {}, { background: true, silent: true }).then(
      ({ texts }) => published.set(texts.map(({ kind }) => kind)),
      // the links are missing; every page before the sign-in asks again
      () => {},
    )
  }, [])
  return useStore(published)
}
