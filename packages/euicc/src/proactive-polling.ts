/** What a device does with its card while nobody touches it. */
import type { Euicc } from './euicc.ts'
import { type BipTransport, type RecycleResult, runRecycleApplet } from './recycle-applet.ts'

/** A device that is switched on. The card has neither a clock nor a network connection: both are the device's. */
export type PollingDevice = {
  readonly euicc: Pick<Euicc, 'state'>
  readonly clock: { now(): Date }
  readonly bip: BipTransport
}

/**
 * One proactive poll: a device sends STATUS about every 30 seconds, so that applets of the enabled profile can act (ETSI TS
 * 102 221 11.1.2, TS 102 223 6.4.6). The Recycle applet sends its message once its time has passed.
 */
export function pollCard({ euicc, clock, bip }: PollingDevice): Promise<RecycleResult> {
  return runRecycleApplet(euicc.state, { now: clock.now(), send: bip })
}
