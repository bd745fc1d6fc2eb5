import { operationTexts as texts } from '../../texts/operation.ts'
import { sayCount } from '../../texts/text.ts'

type FitCountsProps = {
  preview: { fits: number; apart: readonly { reason: string; count: number }[] }
  /** What becomes of those that fit. */
  fits: { one: string; other: string }
  none: string
}

/** How many of a selection a deed is about, and why not the others. */
export function FitCounts({ preview, fits, none }: FitCountsProps) {
  return (
    <>
      <p>{preview.fits === 0 ? none : sayCount(fits, preview.fits)}</p>
      {preview.apart.length > 0 && (
        <ul>
          {preview.apart.map(({ reason, count }) => (
            <li key={reason}>{sayCount(texts.apart, count, { reason })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
