import { createMessage, encrypt, readKey } from 'openpgp'

/** Encrypts a text to a public PGP key, as the sender of source data does. */
export async function encryptTo(armoredKey: string, text: string): Promise<Uint8Array> {
  const encryptionKeys = await readKey({ armoredKey })
  const message = await createMessage({ text })
  return (await encrypt({ message, encryptionKeys, format: 'binary' })) as unknown as Uint8Array
}
