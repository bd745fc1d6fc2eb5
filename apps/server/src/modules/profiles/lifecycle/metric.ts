import type { EventType } from '@simwright/contract/profiles/fleet'

type CountedEvent = { type: EventType; metric: string; only?: 'first' | 'repeated' }

/** Which events each metric counts. `first` and `repeated`: only the events that are not, or that are, `repeated`. */
export const COUNTED_EVENTS = [
  { type: 'GENERATED', metric: 'generated' },
  { type: 'GENERATED_AGAIN', metric: 'generated' },
  { type: 'AUTHENTICATED', metric: 'authenticated', only: 'first' },
  { type: 'DOWNLOADED', metric: 'downloaded' },
  { type: 'DOWNLOADED', metric: 'redownloaded', only: 'repeated' },
  { type: 'INSTALLED', metric: 'installed' },
  { type: 'INSTALL_FAILED', metric: 'failed' },
  { type: 'ENABLED', metric: 'enabled' },
  { type: 'DISABLED', metric: 'disabled' },
  { type: 'DELETED', metric: 'deleted' },
  { type: 'ERROR', metric: 'failed' },
  { type: 'REFUSED', metric: 'refused' },
] as const satisfies readonly CountedEvent[]

export type Metric = (typeof COUNTED_EVENTS)[number]['metric']

type Happened = { type: EventType; repeated: boolean }

export const metricsOf = ({ type, repeated }: Happened): Metric[] =>
  COUNTED_EVENTS.filter((counted: CountedEvent) => {
    return counted.type === type && (counted.only === undefined || (counted.only === 'repeated') === repeated)
  }).map(({ metric }) => metric)
