import { type Advice, type AdviceId, adviceFor, type SubscriberStart } from '@simwright/contract/profiles/advice'
import type { ConfigurationType } from '@simwright/contract/profiles/configuration-type'
import { createContext, useContext, useDeferredValue, useMemo } from 'react'
import type { Silencing } from './silenced.ts'

/** The advice about the values of a form, and what the user does with it. */
export type Adviser = {
  readonly shown: readonly Advice[]
  readonly silenced: readonly Advice[]
  /** Undefined if the user may not change it. */
  readonly onSilence: ((silenced: AdviceId[]) => void) | undefined
}

const none: readonly SubscriberStart[] = []

/** Computes the advice after the input that caused it is drawn, so that long lists do not delay typing. */
export function useAdviser(
  values: { readonly type: ConfigurationType },
  { silenced, subscribers = none, onSilence }: Silencing,
): Adviser {
  const later = useDeferredValue(values)
  const all = useMemo(() => adviceFor(later, { subscribers }), [later, subscribers])
  return {
    shown: all.filter(({ id }) => !silenced.includes(id)),
    silenced: all.filter(({ id }) => silenced.includes(id)),
    onSilence,
  }
}

/** The adviser of a form; `AdviserProvider` provides it. */
export const AdviserContext = createContext<Adviser>({ shown: [], silenced: [], onSilence: undefined })

/** The advice that the fields of a form show under their inputs. */
export const useAdviceAt = (paths: readonly string[]): readonly Advice[] =>
  useContext(AdviserContext).shown.filter(({ path }) => paths.includes(path))
