import type { EventType } from './event-type.ts'

type CountedEvent = { type: EventType; metric: string; only?: 'first' | 'repeated' }

/** Which events each metric counts. `first` and `repeated`: only the events that are not, or that are, `repeated`. */
export const COUNTED_EVENTS = [
  { type: 'GENERATED', metric: 'generated' },
  { type: 'GENERATED_AGAIN', metric: 'generated' },
  { type: 'OPENED', metric: 'opened' },
  { type: 'AUTHENTICATED', metric: 'authenticated', only: 'first' },
  { type: 'DOWNLOADED', metric: 'downloaded' },
  { type: 'DOWNLOADED', metric: 'redownloaded', only: 'repeated' },
  { type: 'INSTALLED', metric: 'installed' },
  { type: 'INSTALL_FAILED', metric: 'failed' },
  { type: 'ENABLED', metric: 'enabled' },
  { type: 'ENABLED', metric: 'firstEnabled', only: 'first' },
  { type: 'DISABLED', metric: 'disabled' },
  { type: 'DELETED', metric: 'deleted' },
  { type: 'ERROR', metric: 'failed' },
  { type: 'REFUSED', metric: 'refused' },
] as const satisfies readonly CountedEvent[]

export type Metric = (typeof COUNTED_EVENTS)[number]['metric']

type Happened = { type: string; repeated: boolean }

/** The metrics that count an event. */
export const metricsOf = ({ type, repeated }: Happened): Metric[] =>
  COUNTED_EVENTS.filter((counted: CountedEvent) => {
    return counted.type === type && (counted.only === undefined || (counted.only === 'repeated') === repeated)
  }).map(({ metric }) => metric)

/** The events that any of these metrics counts, as a filter of events. */
export function eventsOfMetrics(metrics: readonly Metric[]): { type: EventType[]; repeated?: boolean } {
  const counted: CountedEvent[] = COUNTED_EVENTS.filter(({ metric }) => metrics.includes(metric))
  const type = [...new Set(counted.map((one) => one.type))]
  const only = new Set(counted.map((one) => one.only))
  const [first] = only
  return only.size === 1 && first !== undefined ? { type, repeated: first === 'repeated' } : { type }
}
