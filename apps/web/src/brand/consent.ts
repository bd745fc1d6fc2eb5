import * as legal from '@simwright/contract/platform/legal'
import { useRef, useState } from 'react'
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
  /**
   * Waits until it is known whether there is something to accept.
   * @returns the versions that were accepted, for the call; undefined if the form can't be sent, which is then shown, or if
   * an earlier call still waits
   */
  check: () => Promise<legal.AcceptedTexts | undefined>
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
  const textsIn = (answer: typeof data) => answer?.texts.filter(({ kind }) => kinds.includes(kind)) ?? []
  const texts = textsIn(data)
  const [isGiven, setIsGiven] = useState(initial)
  const [isMissing, setIsMissing] = useState(false)
  const isWaiting = useRef(false)
  const versionsOf = (shown: typeof texts): legal.AcceptedTexts =>
    isGiven ? Object.fromEntries(shown.map(({ kind, version }) => [kind, version])) : {}
  return {
    kinds: texts.map(({ kind }) => kind),
    isGiven,
    error: isMissing && !isGiven ? legalTexts.consent.required : undefined,
    give: (next) => {
      setIsGiven(next)
      setIsMissing(false)
    },
    check: async () => {
      if (isWaiting.current) return undefined
      setIsMissing(true)
      isWaiting.current = true
      const known = isPending ? textsIn((await refetch({ cancelRefetch: false })).data) : texts
      isWaiting.current = false
      return known.length === 0 || isGiven ? versionsOf(known) : undefined
    },
    reloadIfRefused: ({ faults }) => {
      if (!faults.some(({ path }) => path === 'accepted')) return
      setIsGiven(false)
      // the refusal is shown instead
      setIsMissing(false)
      void refetch()
    },
    accepted: versionsOf(texts),
  }
}
