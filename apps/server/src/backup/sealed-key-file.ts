import { argon2, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Secret } from '../secret/secret.ts'
import { BackupFault } from './fault.ts'

const derive = promisify(argon2)

/** Argon2id cost of one guess of the passphrase: 256 MiB and about half a second. */
const COST = { memory: 256 * 1024, passes: 3, parallelism: 1 } as const
export type KeyCost = { memory: number; passes: number; parallelism: number }

const MOST_MEMORY_KIB = 1024 * 1024
const MOST_PASSES = 20
const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const TAG_BYTES = 16
const LEAST_CHARACTERS = 12

const Sealed = z.strictObject({
  kdf: z.literal('argon2id'),
  memory: z.int().min(8).max(MOST_MEMORY_KIB),
  passes: z.int().min(1).max(MOST_PASSES),
  parallelism: z.int().min(1).max(16),
  salt: z.base64(),
  cipher: z.literal(ALGORITHM),
  iv: z.base64(),
  tag: z.base64(),
  content: z.base64(),
})

type Sealed = z.infer<typeof Sealed>
type Header = Pick<Sealed, 'kdf' | 'memory' | 'passes' | 'parallelism' | 'salt' | 'cipher'>

/** @throws BackupFault if the passphrase is too short */
export function checkPassphrase(passphrase: Secret<string>): void {
  if ([...passphrase.reveal()].length >= LEAST_CHARACTERS) return
  throw new BackupFault(`The passphrase needs at least ${LEAST_CHARACTERS} characters.`)
}

/** Seals a key file: AES-256-GCM with a key that Argon2id derives from the passphrase, at a cost that the file names. */
export async function sealKeyFile(content: Secret, passphrase: Secret<string>, cost: KeyCost = COST): Promise<Buffer> {
  checkPassphrase(passphrase)
  const header: Header = {
    kdf: 'argon2id',
    ...cost,
    salt: randomBytes(16).toString('base64'),
    cipher: ALGORITHM,
  }
  const iv = randomBytes(12)
  const cipher = createCipheriv(ALGORITHM, await keyOf(passphrase, header), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(additionalData(header))
  const sealed = Buffer.concat([cipher.update(content.reveal()), cipher.final()])
  const text = {
    ...header,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    content: sealed.toString('base64'),
  } satisfies Sealed
  return Buffer.from(`${JSON.stringify(text, null, 2)}\n`)
}

/** @throws BackupFault if the passphrase is wrong */
export async function openKeyFile(sealed: Uint8Array, passphrase: Secret<string>): Promise<Secret> {
  const { iv, tag, content, ...header } = Sealed.parse(JSON.parse(Buffer.from(sealed).toString('utf8')))
  const key = await keyOf(passphrase, header)
  const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, 'base64'), { authTagLength: TAG_BYTES })
  decipher.setAAD(additionalData(header))
  decipher.setAuthTag(Buffer.from(tag, 'base64'))
  try {
    return new Secret(Buffer.concat([decipher.update(Buffer.from(content, 'base64')), decipher.final()]))
  } catch (cause) {
    throw new BackupFault('The passphrase is wrong: the key file in the backup does not open with it.', { cause })
  }
}

async function keyOf(passphrase: Secret<string>, { salt, memory, passes, parallelism }: Header): Promise<Buffer> {
  return await derive('argon2id', {
    message: passphrase.reveal().normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: KEY_BYTES,
    memory,
    passes,
    parallelism,
  })
}

function additionalData({ kdf, memory, passes, parallelism, salt, cipher }: Header): Buffer {
  return Buffer.from(JSON.stringify(['simwright key file', kdf, memory, passes, parallelism, salt, cipher]))
}
