import { type Infer, integer, octets, optional, sequence } from '@simwright/asn1'
import { oneTimeKeyField, signatureField, transactionIdField } from './field.ts'
import { dpProprietaryData } from './profile-metadata.ts'

/** RemoteOpId installBoundProfilePackage, the only defined value. */
export const installBoundProfilePackage = 1

/** ControlRefTemplate (A6): key type 88 (AES), key length 10 (16 bytes), host id of 1 to 16 bytes. */
export const controlRefTemplate = sequence(
  {
    keyType: octets({ tag: 0x80, size: 1 }),
    keyLen: octets({ tag: 0x81, size: 1 }),
    hostId: octets({ tag: 0x84, min: 1, max: 16 }),
  },
  { tag: 0xa6 },
)

/** InitialiseSecureChannelRequest (BF23; SGP.22 section 5.5.1), the only clear content of a bound package. */
export const initialiseSecureChannelRequest = sequence(
  {
    remoteOpId: integer({ tag: 0x82 }),
    transactionId: transactionIdField,
    controlRefTemplate,
    smdpOtpk: oneTimeKeyField,
    smdpSign: signatureField,
  },
  { tag: 0xbf23, name: 'InitialiseSecureChannelRequest' },
)
export type InitialiseSecureChannelRequest = Infer<typeof initialiseSecureChannelRequest>

/** ConfigureISDPRequest (BF24). Empty is BF2400. */
export const configureIsdpRequest = sequence(
  { dpProprietaryData: optional(dpProprietaryData) },
  { tag: 0xbf24, name: 'ConfigureISDPRequest' },
)

/**
 * ReplaceSessionKeysRequest (BF26; SGP.22 section 5.5.4). The profile protection keys (PPK) in it protect all following
 * segments.
 */
export const replaceSessionKeysRequest = sequence(
  {
    initialMacChainingValue: octets({ tag: 0x80, size: 16 }),
    ppkEnc: octets({ tag: 0x81, size: 16 }),
    ppkCmac: octets({ tag: 0x82, size: 16 }),
  },
  { tag: 0xbf26, name: 'ReplaceSessionKeysRequest' },
)
