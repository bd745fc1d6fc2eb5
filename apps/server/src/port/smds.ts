import type { Es12Function, Es12Request } from '@simwright/rsp'

/** The SM-DS as the modules that register events see it. */
export type SmdsPort = {
  /** Address of our own SM-DS, with the port unless it is 443. */
  readonly address: string
  /** Address of the SM-DS at which events are registered instead of our own. */
  readonly other: string | undefined
  /** Calls the other SM-DS. @throws SmdsError */
  call<F extends Es12Function>(name: F, members: Es12Request<F>): Promise<void>
}
