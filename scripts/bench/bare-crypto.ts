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

/** A profile of the bench's configuration, as it goes over the air. */
const PACKAGE_BYTES = 6 * 1024
const ELLIPTIC = { namedCurve: 'prime256v1' } as const

const EACH_MS = 20
const ROUNDS_AT_ONCE = 3

/**
 * Measures the cryptography of one download and nothing else, a little each 20 ms until it is stopped: beside what it is
 * compared with, so that both meet the same machine. @returns what stops it, and answers the processor time of a round
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
 * 3 signatures made and 5 verified, a key pair, a key agreement, the key derivation, encryption and MAC of the package.
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

/** AES-CBC, which is what a CMAC does too. */
function encrypt(key: Uint8Array, bytes: Uint8Array): void {
  createCipheriv('aes-128-cbc', createSecretKey(key), Buffer.alloc(16)).update(bytes)
}
