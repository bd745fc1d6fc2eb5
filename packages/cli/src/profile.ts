import type { ItemOf, SimwrightClient } from '@simwright/client'
import { CommandError, EXIT } from './exit-code.ts'

/** An ICCID has 18 to 20 digits. Of fewer, the list would find any profile that begins like them. */
const DIGITS_MIN = 18

/** The profile with this ICCID. Its 19 digits are also found by 20, and the reverse. @throws CommandError */
export async function findProfile(client: SimwrightClient, iccid: string): Promise<ItemOf<'/fleet/list'>> {
  const digits = iccid.replace(/[\s-]/g, '')
  const isWhole = digits.length >= DIGITS_MIN && /^[0-9]+$/.test(digits)
  const { items } = isWhole ? await client.call('/fleet/list', { filter: { iccid: digits }, limit: 2 }) : { items: [] }
  const found = items.find((one) => one.iccid === digits) ?? (items.length === 1 ? items[0] : undefined)
  if (!found) throw new CommandError(`There is no profile with the ICCID "${iccid}".`, EXIT.refused)
  return found
}
