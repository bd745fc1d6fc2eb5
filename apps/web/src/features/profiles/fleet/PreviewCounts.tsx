import { sayCount } from '../../../texts/text.ts'

/** Contains the count and the reason. */
type ExcludedText = `${string}{reason}`

type PreviewCountsProps = {
  preview: { fits: number; excluded: readonly { reason: string; count: number }[] }
  /** Text for the profiles that the action applies to. */
  fits: { one: string; other: string }
  none: string
  /** Text for the excluded profiles. */
  excluded: { one: ExcludedText; other: ExcludedText }
}

/** A reason after a colon: with a small first letter, unless it begins with an abbreviation such as ICCID. */
const withinSentence = (reason: string) =>
  /^\p{Lu}\p{Lu}/u.test(reason) ? reason : reason.charAt(0).toLowerCase() + reason.slice(1)

/** How many of the selected profiles an action applies to, and why the others are excluded. */
export function PreviewCounts({ preview, fits, none, excluded }: PreviewCountsProps) {
  return (
    <>
      <p>{preview.fits === 0 ? none : sayCount(fits, preview.fits)}</p>
      {preview.excluded.length > 0 && (
        <ul className="bullets muted" style={{ marginTop: 6 }}>
          {preview.excluded.map(({ reason, count }) => (
            <li key={reason}>{sayCount(excluded, count, { reason: withinSentence(reason) })}</li>
          ))}
        </ul>
      )}
    </>
  )
}
