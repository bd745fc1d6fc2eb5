import { networkOf } from '../../../http/network.ts'
import { perMinuteLimiter } from '../../../http/rate-counter.ts'
import type { Logger } from '../../../runtime/log.ts'

/** Writes a line of the security log that a device's call causes. */
export type DeviceLog = (level: 'info' | 'warn', fields: Fields, message: string) => void

/** `security`: the kind of line. */
type Fields = { security: string; address: string; [fact: string]: unknown }

/** Limit of lines per minute and network. */
export const LINES_A_MINUTE = 120

/** Limits the lines per network, so that no network can fill the log; one line per minute reports the omission. */
export function openDeviceLog(log: Pick<Logger, 'info' | 'warn'>): DeviceLog {
  const isWithin = perMinuteLimiter(LINES_A_MINUTE)
  const isFirstBeyond = perMinuteLimiter(1)
  return (level, fields, message) => {
    const network = networkOf(fields.address)
    if (isWithin(network)) log[level](fields, message)
    else if (isFirstBeyond(network))
      log.warn({ security: 'log-limit', network }, 'more lines about this network are left out for up to a minute')
  }
}
