import { Asn1Error, type Codec } from '@simwright/asn1'
import { RspRefusal } from './refusal.ts'

/** Decodes bytes that a device sent. @throws RspRefusal request_malformed */
export function decodeReceived<T>(codec: Codec<T>, bytes: Uint8Array): T {
  try {
    return codec.decode(bytes)
  } catch (cause) {
    if (!(cause instanceof Asn1Error)) throw cause
    throw new RspRefusal('request_malformed', { cause, detail: cause.message })
  }
}
