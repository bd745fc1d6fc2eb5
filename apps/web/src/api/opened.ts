import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { useLastDefined } from '../base/last-defined.ts'
import type { Problem } from './problem.ts'
import { useAsk } from './query.ts'

/** What a drawer shows instead of an object that is not loaded. */
export type NotLoadedContent = {
  /** Of the call that loads the object; null while it runs. */
  problem: Problem | null
  onRetry: () => void
  /** What to say if the object does not exist, which is no failure: its id came from the page address. */
  gone: { title: string; text: string; back: string }
}

/** What a drawer says when its object does not exist. */
type GoneTexts = { goneTitle: string; goneText: string; back: string }

type Opened<Shown> = {
  /** Undefined until it is loaded; while the drawer closes, the one that it showed. */
  shown: Shown | undefined
  /** What the drawer shows instead of an object that is not loaded. */
  notLoaded: NotLoadedContent | undefined
  load: () => void
}

/** Loads the object whose id the address names, for its drawer. `endpoint` takes only an id. */
export function useOpened<E extends Endpoint>(
  endpoint: E,
  id: string | undefined,
  { goneTitle: title, goneText: text, back }: GoneTexts,
): Opened<OutputOf<E>> {
  const shownId = useLastDefined(id)
  const sent = { id: shownId ?? '' } as unknown as InputOf<E>
  const { data, error, refetch } = useAsk(endpoint, sent, { enabled: shownId !== undefined, staleMs: 0 })
  const load = () => void refetch()
  const notLoaded = { problem: error, onRetry: load, gone: { title, text, back } }
  return { shown: data, notLoaded: data === undefined ? notLoaded : undefined, load }
}
