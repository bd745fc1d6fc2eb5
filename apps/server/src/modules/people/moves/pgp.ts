import type { Key, PrivateKey } from 'openpgp'
import { MoveFault } from './archive-format.ts'

/** Reads a public key to which card keys can be encrypted. @throws MoveFault */
export async function readRecipient(armored: string, at: Date): Promise<{ key: Key; fingerprint: string }> {
  const { readKey } = await import('openpgp')
  const key = await readKey({ armoredKey: armored }).catch(() => {
    throw new MoveFault('This is not an ASCII-armored OpenPGP public key.')
  })
  if (key.isPrivate())
    throw new MoveFault('This is a private key, which must never leave its owner. Enter the public key.')
  await key.getEncryptionKey(undefined, at).catch(() => {
    throw new MoveFault('Nothing can be encrypted to this OpenPGP key: it is expired, revoked, or only signs.')
  })
  return { key, fingerprint: key.getFingerprint().toUpperCase() }
}

export async function encryptTo(key: Key, content: Uint8Array, at: Date): Promise<Uint8Array> {
  const { createMessage, encrypt } = await import('openpgp')
  const message = await createMessage({ binary: content, date: at })
  return await encrypt({ message, encryptionKeys: key, date: at, format: 'binary' })
}

/** Reads the private key of the recipient. @throws MoveFault */
export async function readPrivateRecipient(armored: string, passphrase: string | undefined): Promise<PrivateKey> {
  const { decryptKey, readPrivateKey } = await import('openpgp')
  const key = await readPrivateKey({ armoredKey: armored }).catch(() => {
    throw new MoveFault('The key file is not an ASCII-armored OpenPGP private key.')
  })
  if (key.isDecrypted()) return key
  if (passphrase === undefined)
    throw new MoveFault('The private key has a passphrase: name its file with --passphrase-file.')
  return await decryptKey({ privateKey: key, passphrase }).catch(() => {
    throw new MoveFault('The passphrase does not open the private key.')
  })
}

/** @throws MoveFault if it was encrypted to another key, or is damaged */
export async function decryptWith(key: PrivateKey, content: Uint8Array): Promise<Uint8Array> {
  const { decrypt, readMessage } = await import('openpgp')
  const message = await readMessage({ binaryMessage: content })
  const ids = key.getKeyIDs()
  if (!message.getEncryptionKeyIDs().some((id) => ids.some((own) => own.equals(id))))
    throw new MoveFault('The card keys are encrypted to another OpenPGP key than this one.')
  const { data } = await decrypt({ message, decryptionKeys: key, format: 'binary' }).catch(() => {
    throw new MoveFault('The card keys cannot be decrypted with this OpenPGP key.')
  })
  return data
}
