import { z } from 'zod'

const FIRST_DAY = '1970-01-01'
const LAST_DAY = '2999-12-31'

/** A day of a range. Years before 100 are excluded because `Date` takes them for those of the 20th century. */
export const Day = z.iso
  .date({ abort: true, error: 'Invalid date.' })
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, { abort: true, message: `From ${FIRST_DAY} to ${LAST_DAY}.` })
