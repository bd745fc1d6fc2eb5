import {
  createCipheriv,
  createHash,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'

/** The size of a profile package of the benchmark's configuration. */
const PACKAGE_BYTES = 6 * 1024
const ELLIPTIC = { namedCurve: 'prime256v1' } as const

const EACH_MS = 20
const ROUNDS_AT_ONCE = 3

/**
 * Measures only the cryptography of a download, a round every 20 ms until it is stopped. It runs concurrently with what
 * it is compared with, so that both have the same conditions.
 * @returns a function that stops it and returns the processor time of a round
 */
export function measureBareCrypto(): () => number {
  const round = bareCrypto()
  for (let i = 0; i < 500; i++) round()
  let usedMs = 0
  let rounds = 0
  const timer = setInterval(() => {
    const before = process.cpuUsage()
    for (let i = 0; i < ROUNDS_AT_ONCE; i++) round()
    const { user, system } = process.cpuUsage(before)
    usedMs += (user + system) / 1000
    rounds += ROUNDS_AT_ONCE
  }, EACH_MS)
  return () => {
    clearInterval(timer)
    return usedMs / rounds
  }
}

/**
 * 3 signatures, 5 verifications, a key pair, a key agreement, and key derivation, encryption and MAC of the package.
 * Keys are imported before.
 */
function bareCrypto(): () => void {
  const own = generateKeyPairSync('ec', ELLIPTIC)
  const message = randomBytes(400)
  const signature = sign('sha256', message, rawForm(own.privateKey))
  const profilePackage = randomBytes(PACKAGE_BYTES)
  return () => {
    for (let i = 0; i < 3; i++) sign('sha256', message, rawForm(own.privateKey))
    for (let i = 0; i < 5; i++) verify('sha256', message, rawForm(own.publicKey), signature)
    const { privateKey } = generateKeyPairSync('ec', ELLIPTIC)
    const secret = diffieHellman({ privateKey, publicKey: own.publicKey })
    const keys = Buffer.concat([derive(secret, 1), derive(secret, 2)])
    encrypt(keys.subarray(0, 16), profilePackage)
    encrypt(keys.subarray(16, 32), profilePackage)
  }
}

const rawForm = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const

const derive = (secret: Uint8Array, counter: number) =>
  createHash('sha256')
    .update(secret)
    .update(Buffer.of(0, 0, 0, counter))
    .digest()

/** AES-CBC; a CMAC does the same work. */
function encrypt(key: Uint8Array, bytes: Uint8Array): void {
  createCipheriv('aes-128-cbc', createSecretKey(key), Buffer.alloc(16)).update(bytes)
}
