import * as legal from '@simwright/contract/platform/legal'
import { useState } from 'react'
import type { Problem } from '../api/problem.ts'
import { useAsk } from '../api/query.ts'
import { legalTexts } from '../texts/legal.ts'

/** The consent to the platform's texts in a form. */
export type ConsentState = {
  /** The texts to accept; empty when none is published. */
  kinds: readonly legal.LegalKind[]
  isGiven: boolean
  error: string | undefined
  give: (isGiven: boolean) => void
  /** Whether the form can be sent; otherwise shows what is missing. */
  check: () => boolean
  /** After the server refused the versions: loads the current ones, to be accepted again. */
  reloadIfRefused: (problem: Problem) => void
  /** The versions that were shown, for the call. */
  accepted: legal.AcceptedTexts
}

/** @param kinds the texts to accept, as far as they are published */
export function useConsent(
  kinds: readonly legal.LegalKind[] = legal.legalKinds,
  { isGiven: initial = false } = {},
): ConsentState {
  const { data, isPending, refetch } = useAsk(legal.current, {}, { staleMs: 0 })
  const texts = data?.texts.filter(({ kind }) => kinds.includes(kind)) ?? []
  const [isGiven, setIsGiven] = useState(initial)
  const [isMissing, setIsMissing] = useState(false)
  // while it is not known whether there is something to accept, nothing is sent
  const isComplete = !isPending && (texts.length === 0 || isGiven)
  return {
    kinds: texts.map(({ kind }) => kind),
    isGiven,
    error: isMissing && !isComplete ? legalTexts.consent.required : undefined,
    give: (next) => {
      setIsGiven(next)
      setIsMissing(false)
    },
    check: () => {
      setIsMissing(true)
      return isComplete
    },
    reloadIfRefused: ({ faults }) => {
      if (!faults.some(({ path }) => path === 'accepted')) return
      setIsGiven(false)
      // the refusal is shown instead
      setIsMissing(false)
      void refetch()
    },
    accepted: isGiven ? Object.fromEntries(texts.map(({ kind, version }) => [kind, version])) : {},
  }
}
