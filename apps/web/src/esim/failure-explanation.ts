import type { ProfileEvent } from '@simwright/contract/profiles/fleet'
import {
  type FailureCause,
  type FailureExplanation,
  installFailedText,
  refusalTexts,
} from '@simwright/contract/profiles/refusal-text'
import { eventTexts, failureEvents } from '../texts/explain.ts'

/** Why a download failed, if the event is about that. */
export function failureExplanation({ type, subjectCode, reasonCode }: ProfileEvent): FailureExplanation | undefined {
  if (type === 'INSTALL_FAILED' && subjectCode === null) return installFailedText
  if (type !== 'REFUSED' && failureEvents[type] === undefined) return undefined
  const refusal = refusalTexts[`${subjectCode}/${reasonCode}`]
  if (refusal) return refusal
  const cause: FailureCause | undefined = failureEvents[type]
  return cause && { ...eventTexts[type], cause }
}
