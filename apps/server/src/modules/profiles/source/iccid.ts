import { SAMPLE_ICCIDS, TEST_ICCIDS } from '@simwright/contract/profiles/sample-iccid'
import {
  type CardIccid,
  findIccid,
  type Iccid,
  IdError,
  type NineteenDigits,
  type Reading,
  readIccid,
} from '@simwright/ids'

/*
 * A staged ICCID is in the notation in which it was given, without separators: 18 digits, 19 digits with F, 20 digits, or
 * 19 digits whose form is decided for the whole file. The notation can be read again.
 */

/** `prefix`: of the ICCIDs of test data; empty for real data. */
type IccidNeeds = { leastDigits: number; prefix: string }

/** Reads a cell to the staged notation. @throws IdError */
export function stagedIccid(cell: string, { leastDigits, prefix }: IccidNeeds): Reading<string> {
  const { value, changes } = readIccid(cell, { nineteenDigits: 'complete' })
  if (value.key.startsWith(SAMPLE_ICCIDS))
    throw new IdError('forbidden', `Invalid ICCID. Those that begin with ${SAMPLE_ICCIDS} are sample data.`)
  if (prefix === '' && value.key.startsWith(TEST_ICCIDS))
    throw new IdError('forbidden', `Invalid ICCID. Those that begin with ${TEST_ICCIDS} are of test keys.`)
  if (!value.key.startsWith(prefix))
    throw new IdError('forbidden', `Invalid ICCID. Your test keys use those that begin with ${prefix}.`)
  if (value.card.length < leastDigits)
    throw new IdError(
      'forbidden',
      'Invalid ICCID. Operators order the profiles of this configuration, and ES2+ cannot name one of 18 digits.',
    )
  const isPadded = value.card.length === 19 && changes.includes('padding')
  return { value: isPadded ? `${value.card}F` : value.card, changes }
}

/** The form on the card. A text that is no ICCID remains as it is. */
export function cardForm(staged: string, nineteenDigits: NineteenDigits): CardIccid {
  return findIccid(staged) === undefined ? (staged as CardIccid) : readIccid(staged, { nineteenDigits }).value.card
}

/** The key; undefined for a text that is no ICCID. */
export const keyOf = (staged: string): Iccid | undefined => findIccid(staged)

/** The notation that is read as the same card whatever the setting is. */
export function decidedIccid(staged: string, nineteenDigits: NineteenDigits): string {
  if (!isUndecided(staged)) return staged
  return nineteenDigits === 'complete' ? `${staged}F` : cardForm(staged, nineteenDigits)
}

/**
 * The digits if a given ICCID has 19 without padding, so that a setting decides what they are; undefined otherwise.
 * @throws IdError
 */
export function undecidedDigits(given: string, prefix: string): string | undefined {
  const staged = stagedIccid(given, { leastDigits: 18, prefix }).value
  return isUndecided(staged) ? staged : undefined
}

/** Whether the form is decided for the whole file. */
export const isUndecided = (staged: string): boolean => /^[0-9]{19}$/.test(staged)
