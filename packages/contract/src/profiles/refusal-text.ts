/** Texts about the status codes of SGP.22 (section 5.2.6) that this SM-DP+ returns, for screens and files. */

/** Why something went wrong, and what to do about it. */
export type Explanation = { why: string; next: string }

/** Where the cause of a failed download is. */
export const failureCauses = ['device', 'server', 'configuration', 'code'] as const
export type FailureCause = (typeof failureCauses)[number]

/** An explanation with the cause: the first thing that a user who gets a complaint wants to know. */
export type FailureExplanation = Explanation & { cause: FailureCause }

const updated = 'Update the device, then let it try again. If the problem remains, contact its manufacturer.'
const foreignChip = 'Use a device whose chip is certified under an issuer that this SM-DP+ trusts, or load that issuer.'

/** For installations that failed without a status code: the device gave a reason of its own, which is in the event. */
export const installFailedText: FailureExplanation = {
  cause: 'device',
  why: 'The chip received the package and refused to install it. The event shows its reason.',
  next: 'If the reason is temporary, ask the user to scan again. Otherwise open the package and compare it with what the chip supports.',
}

/** By subject and reason code: what each refusal of this SM-DP+ means to the user who hands out the profile. */
export const refusalTexts: Readonly<Record<string, FailureExplanation>> = {
  '1.3.1/2.1': { cause: 'device', why: 'The device sent a message that does not follow the standard.', next: updated },
  '8.1/4.8': {
    cause: 'device',
    why: 'The chip has too little free memory for the profile.',
    next: 'Ask the user to delete profiles that are no longer needed, then to scan the same code again.',
  },
  '8.1/6.1': {
    cause: 'device',
    why: 'A signature of the chip could not be verified: the message was damaged on its way, or was not from this chip.',
    next: 'Let the device try again. If only this EID keeps failing, block the device and investigate.',
  },
  '8.1.1/3.8': {
    cause: 'code',
    why: 'The profile is bound to another device, or this device is blocked.',
    next: 'Compare the EID of this event with the one in the overview. Remove the EID binding, or unblock the device.',
  },
  '8.1.2/6.1': {
    cause: 'device',
    why: "The certificate of the chip's manufacturer could not be verified.",
    next: foreignChip,
  },
  '8.1.2/6.3': { cause: 'device', why: "The certificate of the chip's manufacturer has expired.", next: foreignChip },
  '8.1.3/6.1': {
    cause: 'device',
    why: "The chip's certificate could not be verified, or its EID is outside the range of its manufacturer.",
    next: foreignChip,
  },
  '8.1.3/6.3': { cause: 'device', why: "The chip's certificate has expired.", next: foreignChip },
  '8.2/1.2': {
    cause: 'code',
    why: 'The profile may not be downloaded at the moment: its order is not released, or the plan has no downloads left.',
    next: 'Read the text of the event, then check the order state in the overview and the plan under Subscription.',
  },
  '8.2/3.7': {
    cause: 'code',
    why: 'Another device was faster, or the order ended while this device was downloading.',
    next: 'Give this device a code of its own.',
  },
  '8.2.5/4.3': {
    cause: 'configuration',
    why: 'The device cannot use this profile: its type is blocked, its chip lacks what the profile needs, or one of chip and profile is for tests and the other is not.',
    next: 'Read the text of the event. Compare what the package needs with the chip, and check the block list.',
  },
  '8.2.6/3.8': {
    cause: 'code',
    why: 'The activation code is closed, was replaced, or belongs to a campaign that has no profile for this device.',
    next: 'Generate a new code for the profile, or look at the campaign.',
  },
  '8.2.7/2.2': {
    cause: 'code',
    why: 'The activation code needs a confirmation code, and the device sent none.',
    next: 'Give the user the confirmation code, and ask them to scan again.',
  },
  '8.2.7/3.8': {
    cause: 'code',
    why: 'The user entered a wrong confirmation code.',
    next: 'Give the user the right one. After too many wrong entries the order ends.',
  },
  '8.2.7/6.4': {
    cause: 'code',
    why: 'Too many wrong confirmation codes: the order has ended, to prevent guessing.',
    next: 'Find out who tried, then generate a new code.',
  },
  '8.8/3.10': { cause: 'device', why: 'The device canceled a session that belongs to another SM-DP+.', next: updated },
  '8.8/4.2': {
    cause: 'configuration',
    why: 'The profile package could not be built from the configuration and the data of this profile.',
    next: 'Read the reason in the event, correct the configuration, and generate the profile again.',
  },
  '8.8.1/3.8': {
    cause: 'code',
    why: 'The device asked for a host that is not this SM-DP+.',
    next: 'Compare the address in the activation code with that of the SM-DP+.',
  },
  '8.8.2/3.1': {
    cause: 'device',
    why: 'The chip trusts no certificate issuer that this SM-DP+ has.',
    next: foreignChip,
  },
  '8.8.3/3.1': {
    cause: 'device',
    why: 'The chip uses a version of the standard that this SM-DP+ does not support.',
    next: 'Only chips of SGP.22 version 2.1 or newer can download here.',
  },
  '8.8.4/3.7': {
    cause: 'server',
    why: 'This SM-DP+ has no certificate under an issuer that the chip can verify.',
    next: 'Load certificates of that issuer (RSP_CERTS_DIR).',
  },
  '8.8.5/4.10': {
    cause: 'code',
    why: 'The activation code has expired.',
    next: 'Generate a new code. Next time, set a later expiry before the code expires.',
  },
  '8.8.5/6.4': {
    cause: 'code',
    why: 'The code has no attempts left, or the device has reached its limit of profiles.',
    next: 'Find out in the events below why the attempts failed. Then reset the attempts, or generate a new code.',
  },
  '8.10.1/3.9': {
    cause: 'device',
    why: 'The session had ended: a step came too late, or twice.',
    next: 'Ask the user to scan the code again. A session lasts ten minutes.',
  },
  '8.11.1/3.9': {
    cause: 'device',
    why: 'The chip is certified under an issuer that is not trusted here.',
    next: foreignChip,
  },
}

const statusCodeTexts = {
  subjects: {
    '1.3.1': 'Protocol format',
    '8.1': 'eUICC',
    '8.1.1': 'EID',
    '8.1.2': 'EUM certificate',
    '8.1.3': 'eUICC certificate',
    '8.2': 'Profile',
    '8.2.1': 'Profile ICCID',
    '8.2.5': 'Profile type',
    '8.2.6': 'Matching ID',
    '8.2.7': 'Confirmation code',
    '8.8': 'SM-DP+',
    '8.8.1': 'SM-DP+ address',
    '8.8.2': 'Security configuration',
    '8.8.3': 'Specification version',
    '8.8.4': 'SM-DP+ certificate',
    '8.8.5': 'Download order',
    '8.10.1': 'Transaction ID',
    '8.11.1': 'Public key of the CI',
  },
  reasons: {
    '1.2': 'not allowed',
    '2.1': 'invalid',
    '2.2': 'mandatory element missing',
    '3.1': 'unsupported',
    '3.3': 'already in use',
    '3.5': 'invalid transition',
    '3.7': 'unavailable',
    '3.8': 'refused',
    '3.9': 'unknown',
    '3.10': 'invalid association',
    '4.2': 'execution error',
    '4.3': 'stopped on warning',
    '4.8': 'insufficient memory',
    '4.10': 'time to live expired',
    '6.1': 'verification failed',
    '6.3': 'expired',
    '6.4': 'maximum number of attempts exceeded',
  },
} as const

/** The name of a pair of codes: "Confirmation code: refused"; undefined if one of them has no name. */
export function statusCodeName(subjectCode: string, reasonCode: string): string | undefined {
  const subjects: Readonly<Record<string, string>> = statusCodeTexts.subjects
  const reasons: Readonly<Record<string, string>> = statusCodeTexts.reasons
  const [subject, reason] = [subjects[subjectCode], reasons[reasonCode]]
  return subject && reason ? `${subject}: ${reason}` : undefined
}
