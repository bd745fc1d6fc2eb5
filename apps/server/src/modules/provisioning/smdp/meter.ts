import { type Es9Function, es9Functions, type RspRefusal } from '@simwright/rsp'
import { countCall, type Metrics } from '../../../runtime/metrics.ts'

/** Counts the ES9+ calls of this process; the dashboard of platform staff shows them. */
export type Meter = {
  /** Counts an answered call, refused or not. */
  call(name: Es9Function, ms: number): void
  /** Counts a package that was built and encrypted. */
  bound(ms: number): void
  refused(refusal: Pick<RspRefusal, 'subjectCode' | 'reasonCode'>): void
  /** Counts a call that failed because of an error of the server. */
  failed(): void
}

export function openMeter(metrics: Metrics): Meter {
  const names = Object.keys(es9Functions) as Es9Function[]
  const timers = new Map(names.map((name) => [name, metrics.timer('es9 call', { function: name })]))
  const bindings = metrics.timer('package bound')
  const failures = metrics.counter('es9 failed')
  return {
    call: (name, ms) => countCall(timers.get(name)!, ms),
    bound: (ms) => countCall(bindings, ms),
    refused: ({ subjectCode, reasonCode }) => {
      metrics.counter('es9 refused', { code: `${subjectCode}/${reasonCode}` }).count += 1
    },
    failed: () => {
      failures.count += 1
    },
  }
}
