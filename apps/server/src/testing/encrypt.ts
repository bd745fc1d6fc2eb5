import { createMessage, encrypt, readKey } from 'openpgp'

/** The clock of a tested server may be ahead, and OpenPGP refuses a key from the future. */
const LATER_MS = 10 * 365 * 24 * 60 * 60_000

/** Encrypts a text to a public PGP key, as the sender of source data does. */
export async function encryptTo(armoredKey: string, text: string): Promise<Uint8Array> {
  const encryptionKeys = await readKey({ armoredKey })
  const date = new Date(Date.now() + LATER_MS)
  const message = await createMessage({ text })
  return (await encrypt({ message, encryptionKeys, date, format: 'binary' })) as unknown as Uint8Array
}
