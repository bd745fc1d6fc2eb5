import type { CodeMail } from '@simwright/contract/provisioning/delivery'
import type { Tone } from '../ui/tone.ts'

/** How the state of a mail with an activation code is coloured. */
export const mailTones: Record<CodeMail['state'], Tone> = {
  WAITING: 'info',
  SENT: 'success',
  FAILED: 'danger',
  KEPT: 'neutral',
  GONE: 'neutral',
}
