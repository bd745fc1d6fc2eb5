import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Fault } from '@simwright/contract'
import { passwordLength, passwordTooLongText } from '@simwright/contract/people/account'
import type { PasswordCost } from '../../../port/password-cost.ts'
import { type HashPriority, inHashQueue } from './hash-queue.ts'

const argon2id = promisify(argon2)

const TAG_LENGTH = 32
const SALT_LENGTH = 16

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Hashes a new password. @returns the PHC string, which includes costs and salt @throws Problem busy */
export async function hashOf(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_LENGTH)
  const { memory, passes, parallelism } = cost
  const request = { message: password, nonce: salt, tagLength: TAG_LENGTH, memory, passes, parallelism }
  return phcOf(cost, salt, await inHashQueue('known', () => argon2id('argon2id', request)))
}

function phcOf({ memory, passes, parallelism }: PasswordCost, salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plainBase64(salt)}$${plainBase64(tag)}`
}

/**
 * Whether the password matches the hash. Pass `undefined` for an unknown account: it takes as long as a hash of this
 * cost.
 * @throws Problem busy when too many passwords wait to be checked
 */
export async function isPassword(
  password: string,
  hash: string | undefined,
  { cost, priority = 'known' }: { cost: PasswordCost; priority?: HashPriority },
): Promise<boolean> {
  const parsed = PHC.exec(hash ?? '')
  const [, memory, passes, parallelism, salt = '', expected = ''] = parsed ?? PHC.exec(noHash(cost)) ?? []
  const wanted = Buffer.from(expected, 'base64')
  const tag = await inHashQueue(priority, () =>
    argon2id('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      tagLength: wanted.length,
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  )
  return timingSafeEqual(tag, wanted) && parsed !== null
}

/** False for an account that was created through an identity provider, or by command, and has no password yet. */
export function hasPassword({ password_hash }: { password_hash: string }): boolean {
  return password_hash.startsWith('$argon2id$')
}

/** Is compared for unknown accounts, and matches no password. */
const noHash = (cost: PasswordCost) => phcOf(cost, Buffer.alloc(SALT_LENGTH, 1), Buffer.alloc(TAG_LENGTH, 1))

function plainBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

/** Checks a new password beyond the rule of the contract. @returns undefined when it is acceptable */
export function passwordFault(password: string, { email, max }: { email: string; max: number }): Fault | undefined {
  const refused = (rule: string, text: string): Fault => ({ path: 'password', rule, text })
  if (passwordLength(password) > max) return refused('too_big', passwordTooLongText(max))
  const name = email.split('@', 1)[0] ?? ''
  if (name.length >= 3 && password.toLowerCase().includes(name.toLowerCase())) {
    return refused('contains_email', 'The password must not contain the name of the e-mail address.')
  }
  if (isCommon(password)) return refused('common', 'This password is too common. Choose another one.')
  return undefined
}

const WORDS = new Set(
  readFileSync(join(import.meta.dirname, 'common-password.txt'), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
)

const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Whether it is a common word in disguise: with digits and signs before, after or between its repetitions, with letters
 * replaced by similar signs (`P@ssw0rd2026!`, `Qwerty-Qwerty1`), or a run of the alphabet or the keyboard.
 */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  const trimmed = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const forms = [trimmed, lower, lower.replace(/[^a-z0-9@$!]+$/, ''), lower.replace(/[\d!]+$/, '')].map(unleet)
  return [trimmed.replace(/[^a-z]/g, ''), ...forms].some((form) => isCommonStem(form))
}

function unleet(text: string): string {
  return text.replace(/[@4310!$57]/g, (c) => LEET[c] ?? c).replace(/[^a-z]/g, '')
}

function isCommonStem(stem: string): boolean {
  if (stem.length < 3) return true
  const repeated = /^(.+?)\1+$/.exec(stem)?.[1]
  return WORDS.has(stem) || isRun(stem) || (repeated !== undefined && isCommonStem(repeated))
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  'qwertzuiop',
  'azertyuiop',
]

function isRun(stem: string): boolean {
  return RUNS.some((run) => run.includes(stem) || [...run].reverse().join('').includes(stem))
}
