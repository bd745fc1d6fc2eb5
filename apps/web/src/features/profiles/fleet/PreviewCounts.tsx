import { sayCount } from '../../../texts/text.ts'

/** Contains the count and the reason. */
type ExcludedText = `${string}{reason}`

type PreviewCountsProps = {
  preview: { fits: number; apart: readonly { reason: string; count: number }[] }
  /** Text for the profiles that the action applies to. */
  fits: { one: string; other: string }
  none: string
  /** Text for the excluded profiles. */
  excluded: { one: ExcludedText; other: ExcludedText }
}

/** How many of the selected profiles an action applies to, and why the others are excluded. */
export function PreviewCounts({ preview, fits, none, excluded }: PreviewCountsProps) {
  return (
    <>
      <p>{preview.fits === 0 ? none : sayCount(fits, preview.fits)}</p>
      {preview.apart.length > 0 && (
        <ul>
          {preview.apart.map(({ reason, count }) => (
            <li key={reason}>{sayCount(excluded, count, { reason })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
