import { sayCount } from '../../../texts/text.ts'

/** Says how many, and why. */
type Apart = `${string}{reason}`

type FitCountsProps = {
  preview: { fits: number; apart: readonly { reason: string; count: number }[] }
  /** What becomes of those that fit. */
  fits: { one: string; other: string }
  none: string
  /** What becomes of the others. */
  apart: { one: Apart; other: Apart }
}

/** How many of a selection an action is about, and why not the others. */
export function FitCounts({ preview, fits, none, apart }: FitCountsProps) {
  return (
    <>
      <p>{preview.fits === 0 ? none : sayCount(fits, preview.fits)}</p>
      {preview.apart.length > 0 && (
        <ul>
          {preview.apart.map(({ reason, count }) => (
            <li key={reason}>{sayCount(apart, count, { reason })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
