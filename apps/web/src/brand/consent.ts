import * as legal from '@simwright/contract/platform/legal'
import { useEffect, useRef, useState } from 'react'
import type { Problem } from '../api/problem.ts'
import { useAsk } from '../api/query.ts'
import { legalTexts } from '../texts/legal.ts'

/** The consent to the platform's texts in a form. */
export type ConsentState = {
  /** The texts to accept; empty when none is published. */
  kinds: readonly legal.LegalKind[]
  /** Whether it is known which texts there are. */
  isKnown: boolean
  /** True while `check` waits; shown at the button. */
  isWaiting: boolean
  isGiven: boolean
  error: string | undefined
  give: (isGiven: boolean) => void
  /**
   * Waits until it is known whether there is something to accept.
   * @returns the versions that were accepted, for the call; undefined if the form can't be sent, which is then shown, or if
   * the form was sent again or left since
   */
  check: () => Promise<legal.AcceptedTexts | undefined>
  /** Shows that the consent is missing, with the other faults of a form; `check` then no longer waits. */
  showMissing: () => void
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
  const [isWaiting, setIsWaiting] = useState(false)
  /** Number of the last attempt to send the form. */
  const attempt = useRef(0)
  // nothing is sent after the form was left
  useEffect(
    () => () => {
      attempt.current += 1
    },
    [],
  )
  const versionsOf = (shown: typeof texts): legal.AcceptedTexts =>
    isGiven ? Object.fromEntries(shown.map(({ kind, version }) => [kind, version])) : {}
  return {
    kinds: texts.map(({ kind }) => kind),
    isKnown: !isPending,
    isWaiting,
    isGiven,
    error: isMissing && !isGiven ? legalTexts.consent.required : undefined,
    give: (next) => {
      setIsGiven(next)
      setIsMissing(false)
    },
    check: async () => {
      setIsMissing(true)
      attempt.current += 1
      const own = attempt.current
      setIsWaiting(isPending)
      const known = isPending ? textsIn((await refetch({ cancelRefetch: false })).data) : texts
      if (own !== attempt.current) return undefined
      setIsWaiting(false)
      return known.length === 0 || isGiven ? versionsOf(known) : undefined
    },
    showMissing: () => {
      setIsMissing(true)
      setIsWaiting(false)
      attempt.current += 1
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
