import { fromHex } from '@simwright/asn1'

/** The AID of the ISD-R, 16 bytes (SGP.02 2.2.3). */
export const ISDR_AID = fromHex('a0000005591010ffffffff8900000100')
