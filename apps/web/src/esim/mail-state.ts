import type { CodeMail } from '@simwright/contract/provisioning/delivery'
import type { Tone } from '../ui/tone.ts'

/** Tone per state of a mail with an activation code. */
export const mailTones: Record<CodeMail['state'], Tone> = {
  WAITING: 'info',
  SENT: 'success',
  FAILED: 'danger',
  KEPT: 'neutral',
  GONE: 'neutral',
}
