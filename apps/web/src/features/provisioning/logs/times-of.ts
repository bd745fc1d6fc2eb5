import type { Days } from '../../../ui/table/url-filter.ts'

/** The part of a list filter that a range of days gives. */
export const timesOf = (at: Days | undefined) => ({
  ...(at?.from === undefined ? {} : { from: at.from }),
  ...(at?.to === undefined ? {} : { to: at.to }),
})
