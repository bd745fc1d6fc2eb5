import { sourceLimits } from '@simwright/contract/profiles/source-file'
import * as openpgp from 'openpgp'
import { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'

/** The keys of an enterprise account, with the fingerprint of the current one. */
export type DecryptionKeys = { armoredPrivateKeys: readonly string[]; fingerprint: string }

/**
 * Limits decompression, because the library has no limit by default; it accepts one layer of compression, not nested
 * ones. Messages without integrity protection are refused (RFC 9580, 13.7).
 */
const config: openpgp.PartialConfig = {
  maxDecompressedMessageSize: sourceLimits.plainBytes,
  allowUnauthenticatedMessages: false,
  allowUnauthenticatedStream: false,
}

/** The key ID of an anonymous recipient (RFC 9580, 5.1.8). */
const WILDCARD = /^0+$/

const tooLarge = (maxBytes: number, cause?: unknown) =>
  maxBytes < sourceLimits.plainBytes
    ? new FileRefusal('pgp_expands', { ratio: sourceLimits.ratio }, { cause })
    : new FileRefusal('pgp_too_large', { max: formatBytes(sourceLimits.plainBytes) }, { cause })
const damagedRefusal = (detail: string, cause?: unknown) => new FileRefusal('pgp_damaged', { detail }, { cause })

/**
 * Decrypts a PGP file with a key of the enterprise. A signature is not verified.
 * @throws FileRefusal
 */
export async function decryptFile(
  file: Uint8Array,
  { kind, keys }: { kind: 'pgp-armored' | 'pgp-binary'; keys: DecryptionKeys },
): Promise<Uint8Array> {
  const message = await readMessage(file, kind)
  const maxBytes = Math.min(
    sourceLimits.plainBytes,
    Math.max(sourceLimits.ratioFreeBytes, file.length * sourceLimits.ratio),
  )
  const decryptionKeys = await Promise.all(
    keys.armoredPrivateKeys.map((armoredKey) => openpgp.readPrivateKey({ armoredKey })),
  )
  refuseOtherKeys(message, { own: decryptionKeys.flatMap((key) => key.getKeyIDs()), fingerprint: keys.fingerprint })
  try {
    const sessionKeys = await openpgp.decryptSessionKeys({ message, decryptionKeys, config })
    const weak = sessionKeys.find(({ algorithm }) => algorithm && !algorithm.startsWith('aes'))
    if (weak) throw damagedRefusal(`it is encrypted with ${weak.algorithm}; only AES is accepted`)
    // an AEAD packet names the cipher, so its session key has none, which the types do not allow for
    const { data } = await openpgp.decrypt({
      message,
      sessionKeys: sessionKeys as openpgp.SessionKey[],
      format: 'binary',
      config: { ...config, maxDecompressedMessageSize: maxBytes },
    })
    if (data.length > maxBytes) throw tooLarge(maxBytes)
    return data
  } catch (error) {
    throw toRefusal(error, maxBytes)
  }
}

type EncryptedMessage = openpgp.Message<Uint8Array | string>

async function readMessage(file: Uint8Array, kind: 'pgp-armored' | 'pgp-binary'): Promise<EncryptedMessage> {
  try {
    if (kind === 'pgp-binary') return await openpgp.readMessage({ binaryMessage: file, config })
    const armoredMessage = Buffer.from(file.buffer, file.byteOffset, file.length).toString('utf8').trim()
    return await openpgp.readMessage({ armoredMessage, config })
  } catch (error) {
    throw toRefusal(error)
  }
}

function refuseOtherKeys(
  message: EncryptedMessage,
  { own, fingerprint }: { own: readonly openpgp.KeyID[]; fingerprint: string },
): void {
  const recipients = message.getEncryptionKeyIDs()
  if (recipients.some((id) => own.some((ownId) => ownId.equals(id)))) return
  const isPasswordOnly =
    recipients.length === 0 && message.packets.some((packet) => packet instanceof openpgp.SymEncryptedSessionKeyPacket)
  const names = recipients.map((id) => (WILDCARD.test(id.toHex()) ? 'hidden recipient' : id.toHex().toUpperCase()))
  if (names.length === 0 && !isPasswordOnly) throw damagedRefusal('nothing in it is encrypted')
  throw new FileRefusal('pgp_other_key', { keys: names.join(', ') || 'a password', fingerprint })
}

/** Maps errors of the library to refusals for the sender of the file. */
function toRefusal(error: unknown, maxBytes: number = sourceLimits.plainBytes): FileRefusal {
  if (error instanceof FileRefusal) return error
  const text = errorTexts(error)
  if (/size exceeded/i.test(text)) return tooLarge(maxBytes, error)
  if (/not allowed in this context: compressedData/i.test(text))
    return damagedRefusal('it is compressed more than once', error)
  if (/without integrity protection|not authenticated/i.test(text))
    return damagedRefusal('it has no integrity protection', error)
  if (/modification detected|decryption failed|authentication tag|session key/i.test(text))
    return damagedRefusal('its integrity check fails', error)
  return damagedRefusal('it is truncated, or not a PGP message', error)
}

function errorTexts(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message} ${errorTexts(error.cause)}`
}
