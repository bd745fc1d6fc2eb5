/** The refusals of ES2+ (SGP.22, the tables of 5.3): subject and reason code, and a text for the operator. */
const refusals = {
  malformed: ['1.3.1', '2.1', 'The request is malformed.'],
  caller: ['1.1', '1.1', 'The certificate is not registered here, or has expired.'],
  unproven: [
    '1.1',
    '1.1',
    'The certificate is registered, but possession of its key is not proven. Sign its challenge in the portal.',
  ],
  requester: ['1.1', '1.2', 'The functionRequesterIdentifier is not that of the certificate.'],
  plan: ['1.1', '1.2', 'The enterprise account cannot use ES2+ at the moment.'],
  iccidForbidden: ['8.2.1', '1.2', 'This profile belongs to another operator.'],
  iccidMissing: ['8.2.1', '2.2', 'The ICCID is missing.'],
  finalStatusMissing: ['8.2.1', '2.2', 'The finalProfileStatusIndicator is missing.'],
  iccidInUse: ['8.2.1', '3.3', 'The profile is not available.'],
  transition: ['8.2.1', '3.5', 'The state of the order does not allow it.'],
  approval: ['8.2.1', '3.5', 'This needs the approval of a second person.'],
  iccidUnknown: ['8.2.1', '3.9', 'No profile has this ICCID.'],
  typeForbidden: ['8.2.5', '1.2', 'Operators cannot order profiles of this type.'],
  typeUsedUp: ['8.2.5', '3.7', 'No profile of this type is available.'],
  typeMismatch: ['8.2.5', '3.8', 'The profile with this ICCID is of another type.'],
  typeUnknown: ['8.2.5', '3.9', 'No profile type has this name.'],
  eidMissing: ['8.1.1', '2.2', 'The EID is missing.'],
  eidMismatch: ['8.1.1', '3.10', 'Another EID is linked to this order.'],
  cancelEidMismatch: ['8.2.1', '3.10', 'Another EID is associated with this ICCID.'],
  matchingIdInvalid: ['8.2.6', '2.1', 'A MatchingID has up to 255 characters of A-Z, 0-9 and -.'],
  matchingIdMissing: ['8.2.6', '2.2', 'The MatchingID is missing.'],
  matchingIdInUse: ['8.2.6', '3.3', 'The MatchingID is in use, or was used before.'],
  matchingIdMismatch: ['8.2.6', '3.10', 'The order has another MatchingID.'],
  smdsInaccessible: ['8.9', '5.1', 'The SM-DS cannot be reached, or is not one at which events are registered here.'],
  smdsFailed: ['8.9', '4.2', 'The SM-DS did not register the event.'],
} as const satisfies Record<string, readonly [string, string, string]>

type RefusalName = keyof typeof refusals

/** A refused call of ES2+. Everything that its transaction wrote is rolled back. */
export class Es2plusRefusal extends Error {
  override name = 'Es2plusRefusal'
  readonly refusal: RefusalName
  readonly subjectCode: string
  readonly reasonCode: string

  constructor(refusal: RefusalName, message?: string) {
    const [subjectCode, reasonCode, text] = refusals[refusal]
    super(message ?? text)
    this.refusal = refusal
    this.subjectCode = subjectCode
    this.reasonCode = reasonCode
  }
}
