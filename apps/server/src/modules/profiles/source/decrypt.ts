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

/** The largest content of a file, and which limit that is: that of all files, or of files of this size. */
type Most = { bytes: number; isByRatio: boolean }

const tooLarge = ({ bytes, isByRatio }: Most, cause?: unknown) =>
  isByRatio
    ? new FileRefusal('pgp_expands', { ratio: sourceLimits.ratio }, { cause })
    : new FileRefusal('pgp_too_large', { max: formatBytes(bytes) }, { cause })
const damagedRefusal = (detail: string, cause?: unknown) => new FileRefusal('pgp_damaged', { detail }, { cause })

/**
 * Decrypts a PGP file with a key of the enterprise. A signature is not verified.
 * @param plainBytes the largest content that is accepted
 * @throws FileRefusal
 */
export async function decryptFile(
  file: Uint8Array,
  { kind, keys, plainBytes }: { kind: 'pgp-armored' | 'pgp-binary'; keys: DecryptionKeys; plainBytes: number },
): Promise<Uint8Array> {
  const message = await readMessage(file, kind)
  const byRatio = Math.max(sourceLimits.ratioFreeBytes, file.length * sourceLimits.ratio)
  const most: Most = { bytes: Math.min(plainBytes, byRatio), isByRatio: byRatio < plainBytes }
  const decryptionKeys = await Promise.all(
    keys.armoredPrivateKeys.map((armoredKey) => openpgp.readPrivateKey({ armoredKey })),
  )
  const sessionKeys = await openSessionKeys(message, { decryptionKeys, fingerprint: keys.fingerprint })
  try {
    const weak = sessionKeys.find(({ algorithm }) => algorithm && !algorithm.startsWith('aes'))
    if (weak) throw cipherRefusal(weak.algorithm ?? undefined)
    // an AEAD packet names the cipher, so its session key has none, which the types do not allow for
    const { data } = await openpgp.decrypt({
      message,
      sessionKeys: sessionKeys as openpgp.SessionKey[],
      format: 'binary',
      config: { ...config, maxDecompressedMessageSize: most.bytes },
    })
    if (data.length > most.bytes) throw tooLarge(most)
    return data
  } catch (error) {
    throw toRefusal(error, most)
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

type Recipient = { packet: openpgp.PublicKeyEncryptedSessionKeyPacket; id: openpgp.KeyID }
type OwnKeys = { decryptionKeys: readonly openpgp.PrivateKey[]; fingerprint: string }

/** Packets that are tried at most, because each takes a decryption. */
const TRIES_MAX = 8

const isHidden = ({ id }: Recipient) => WILDCARD.test(id.toHex())
const isFor = ({ id }: Recipient, key: openpgp.PrivateKey) => key.getKeyIDs().some((own) => own.equals(id))

/**
 * Opens the session key with the packet for one of our keys, else with those for hidden recipients, which may be us
 * (RFC 9580, 5.1.8).
 * @throws FileRefusal with the reason why none opens
 */
async function openSessionKeys(
  message: EncryptedMessage,
  { decryptionKeys, fingerprint }: OwnKeys,
): Promise<openpgp.DecryptedSessionKey[]> {
  const recipients = recipientsOf(message)
  const candidates = [
    ...recipients.filter((recipient) => decryptionKeys.some((key) => isFor(recipient, key))),
    ...recipients.filter(isHidden),
  ].slice(0, TRIES_MAX)
  const failures: unknown[] = []
  for (const recipient of candidates)
    for (const key of decryptionKeys.filter((one) => isHidden(recipient) || isFor(recipient, one))) {
      const opened = await tryPacket(recipient, key)
      if (Array.isArray(opened)) return opened
      if (opened.refusal) throw opened.refusal
      if (!isHidden(recipient)) failures.push(opened.error)
    }
  if (failures.length > 0) throw toRefusal(failures[0])
  throw otherKeyRefusal(message, { recipients, fingerprint })
}

function recipientsOf(message: EncryptedMessage): Recipient[] {
  const packets = message.packets.filterByTag(openpgp.enums.packet.publicKeyEncryptedSessionKey)
  return message.getEncryptionKeyIDs().map((id, index) => ({ id, packet: packets[index] as Recipient['packet'] }))
}

/** `refusal`: the packet is for this key, but its cipher is not accepted. */
type Failure = { error: unknown; refusal?: FileRefusal }

/** Decrypts a copy of the packet, because the library empties a packet that it has tried. */
async function tryPacket(
  { packet }: Recipient,
  decryptionKeys: openpgp.PrivateKey,
): Promise<openpgp.DecryptedSessionKey[] | Failure> {
  const copy = new openpgp.PublicKeyEncryptedSessionKeyPacket()
  await copy.read(packet.write())
  const packets = new openpgp.PacketList<openpgp.PublicKeyEncryptedSessionKeyPacket>()
  packets.push(copy)
  try {
    return await openpgp.decryptSessionKeys({ message: new openpgp.Message(packets), decryptionKeys, config })
  } catch (error) {
    const { sessionKeyAlgorithm } = copy as { sessionKeyAlgorithm?: number | null }
    if (sessionKeyAlgorithm) return { error, refusal: cipherRefusal(nameOfCipher(sessionKeyAlgorithm)) }
    return isUnknownCipher(errorTexts(error)) ? { error, refusal: cipherRefusal(undefined, error) } : { error }
  }
}

const nameOfCipher = (algorithm: number) =>
  Object.entries(openpgp.enums.symmetric).find(([, value]) => value === algorithm)?.[0]

/** The library does not know the ciphers after Twofish, which are those of Camellia (RFC 9580, 9.3). */
const isUnknownCipher = (text: string) => /invalid enum value|unsupported cipher/i.test(text)

const cipherRefusal = (name = 'Camellia or another cipher', cause?: unknown) =>
  new FileRefusal('pgp_cipher', { cipher: name }, { cause })

const NAMED_MAX = 8

function otherKeyRefusal(
  message: EncryptedMessage,
  { recipients, fingerprint }: { recipients: readonly Recipient[]; fingerprint: string },
): FileRefusal {
  const hidden = recipients.filter(isHidden).length
  const named = recipients.filter((recipient) => !isHidden(recipient)).map(({ id }) => id.toHex().toUpperCase())
  const isPasswordOnly =
    recipients.length === 0 && message.packets.some((packet) => packet instanceof openpgp.SymEncryptedSessionKeyPacket)
  if (recipients.length === 0 && !isPasswordOnly) return damagedRefusal('nothing in it is encrypted')
  const keys = [
    ...named.slice(0, NAMED_MAX),
    ...(named.length > NAMED_MAX ? [`and ${named.length - NAMED_MAX} more`] : []),
    ...(hidden === 1 ? ['a hidden recipient'] : []),
    ...(hidden > 1 && hidden <= TRIES_MAX ? [`${hidden} hidden recipients`] : []),
    ...(hidden > TRIES_MAX ? [`${hidden} hidden recipients, of which the first ${TRIES_MAX} were tried`] : []),
  ]
  return new FileRefusal('pgp_other_key', { keys: keys.join(', ') || 'a password', fingerprint })
}

/** Maps errors of the library to refusals for the sender of the file. */
function toRefusal(error: unknown, most: Most = { bytes: sourceLimits.plainBytes, isByRatio: false }): FileRefusal {
  if (error instanceof FileRefusal) return error
  const text = errorTexts(error)
  if (/size exceeded/i.test(text)) return tooLarge(most, error)
  if (/not allowed in this context: compressedData/i.test(text))
    return damagedRefusal('it is compressed more than once', error)
  if (/without integrity protection|not authenticated/i.test(text))
    return damagedRefusal('it has no integrity protection', error)
  if (isUnknownCipher(text)) return cipherRefusal(undefined, error)
  if (/modification detected|decryption failed|authentication tag|session key/i.test(text))
    return damagedRefusal('its integrity check fails', error)
  return damagedRefusal('it is truncated, or not a PGP message', error)
}

function errorTexts(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message} ${errorTexts(error.cause)}`
}
