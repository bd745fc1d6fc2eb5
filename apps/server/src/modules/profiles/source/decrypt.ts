import { sourceLimits } from '@simwright/contract/profiles/source-file'
import * as openpgp from 'openpgp'
import { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'

export type DecryptionKey = { armoredPrivateKey: string; fingerprint: string }

/**
 * Decompression is bounded here, because the library bounds nothing by itself; it takes one layer of compression, never
 * one inside another. Messages without integrity protection are refused (RFC 9580, 13.7).
 */
const config: openpgp.PartialConfig = {
  maxDecompressedMessageSize: sourceLimits.plainBytes,
  allowUnauthenticatedMessages: false,
  allowUnauthenticatedStream: false,
}

/** How a message names a recipient that shall stay hidden. */
const WILDCARD = /^0+$/

const tooLarge = (maxBytes: number, cause?: unknown) =>
  maxBytes < sourceLimits.plainBytes
    ? new FileRefusal('pgp_expands', { ratio: sourceLimits.ratio }, { cause })
    : new FileRefusal('pgp_too_large', { max: formatBytes(sourceLimits.plainBytes) }, { cause })
const damaged = (detail: string, cause?: unknown) => new FileRefusal('pgp_damaged', { detail }, { cause })

/**
 * The content of a PGP file that is encrypted to the enterprise's key; a signature on it is not looked at.
 * @throws FileRefusal
 */
export async function decryptFile(
  file: Uint8Array,
  { kind, key }: { kind: 'pgp-armored' | 'pgp-binary'; key: DecryptionKey },
): Promise<Uint8Array> {
  const message = await readMessage(file, kind)
  const maxBytes = Math.min(
    sourceLimits.plainBytes,
    Math.max(sourceLimits.ratioFreeBytes, file.length * sourceLimits.ratio),
  )
  const privateKey = await openpgp.readPrivateKey({ armoredKey: key.armoredPrivateKey })
  refuseOtherKeys(message, { own: privateKey.getKeyIDs(), fingerprint: key.fingerprint })
  try {
    const sessionKeys = await openpgp.decryptSessionKeys({ message, decryptionKeys: privateKey, config })
    const weak = sessionKeys.find(({ algorithm }) => algorithm && !algorithm.startsWith('aes'))
    if (weak) throw damaged(`it is encrypted with ${weak.algorithm}; only AES is accepted`)
    // an AEAD packet names its cipher itself: then the key has none, which the types don't know
    const { data } = await openpgp.decrypt({
      message,
      sessionKeys: sessionKeys as openpgp.SessionKey[],
      format: 'binary',
      config: { ...config, maxDecompressedMessageSize: maxBytes },
    })
    if (data.length > maxBytes) throw tooLarge(maxBytes)
    return data
  } catch (error) {
    throw explained(error, maxBytes)
  }
}

type EncryptedMessage = openpgp.Message<Uint8Array | string>

async function readMessage(file: Uint8Array, kind: 'pgp-armored' | 'pgp-binary'): Promise<EncryptedMessage> {
  try {
    if (kind === 'pgp-binary') return await openpgp.readMessage({ binaryMessage: file, config })
    const armoredMessage = Buffer.from(file.buffer, file.byteOffset, file.length).toString('utf8').trim()
    return await openpgp.readMessage({ armoredMessage, config })
  } catch (error) {
    throw explained(error)
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
  if (names.length === 0 && !isPasswordOnly) throw damaged('nothing in it is encrypted')
  throw new FileRefusal('pgp_other_key', { keys: names.join(', ') || 'a password', fingerprint })
}

/** The library's errors, in words for the person who made the file. */
function explained(error: unknown, maxBytes: number = sourceLimits.plainBytes): FileRefusal {
  if (error instanceof FileRefusal) return error
  const text = errorTexts(error)
  if (/size exceeded/i.test(text)) return tooLarge(maxBytes, error)
  if (/not allowed in this context: compressedData/i.test(text))
    return damaged('it is compressed more than once', error)
  if (/without integrity protection|not authenticated/i.test(text))
    return damaged('it has no integrity protection', error)
  if (/modification detected|decryption failed|authentication tag|session key/i.test(text))
    return damaged('its integrity check fails', error)
  return damaged('it is cut off, or is no PGP message', error)
}

function errorTexts(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message} ${errorTexts(error.cause)}`
}
