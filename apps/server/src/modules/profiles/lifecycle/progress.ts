import { notificationPoints } from '@simwright/rsp'
import type { Refusal, Transition } from './transition.ts'

/** A point of a download that an operator is notified of (ES2+.HandleDownloadProgressInfo, SGP.22, 5.3.5). */
export type Progress = {
  point: 1 | 2 | 3 | 4
  /** Null: Executed-Success. */
  status: (Refusal & { message: string }) | null
  /** The message of the device is its installation result. */
  withResult: boolean
}

const { eligibilityCheck, confirmationFailure, packageDownload, packageInstallation } = notificationPoints

/** The package could not be installed. */
const NOT_INSTALLED: Refusal = { subjectCode: '8.2.10', reasonCode: '4.2' }

const done = (point: Progress['point'], withResult = false): Progress => ({ point, status: null, withResult })

const failed = (point: Progress['point'], refusal: Refusal, message: string): Progress => ({
  point,
  status: { ...refusal, message },
  withResult: false,
})

export function progressOf(transition: Transition): Progress | undefined {
  switch (transition.kind) {
    case 'authenticated':
      return done(eligibilityCheck)
    case 'refused': {
      const { point, refusal, reason } = transition
      return point && failed(point, refusal, reason)
    }
    case 'sessionCanceled': {
      const { status, reason } = transition
      return status && failed(confirmationFailure, status, reason)
    }
    case 'delivered':
    case 'deliveredAgain':
      return done(packageDownload)
    case 'installed':
      return done(packageInstallation, transition.lastSequence !== undefined)
    case 'installFailed':
      return { ...failed(packageInstallation, NOT_INSTALLED, transition.reason), withResult: true }
  }
}
