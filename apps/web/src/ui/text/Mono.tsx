import { use } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Narrow } from '../phone.ts'
import { useCopy } from './CopyButton.tsx'
import classes from './Mono.module.css'

/** Copy button next to an identifier: a native button drawn with CSS, because tables have hundreds of them. */
function InlineCopyButton({ text, name }: { text: string; name: string }) {
  const [copied, copy] = useCopy(text)
  return (
    <button
      type="button"
      className={classes.copy}
      data-done={copied || undefined}
      aria-label={copied ? uiTexts.copied : say(uiTexts.copyValue, { name })}
      title={copied ? uiTexts.copied : uiTexts.copy}
      onClick={copy}
    />
  )
}

type MonoProps = {
  children: string
  /** Name of the identifier ("ICCID"). Adds a copy button. */
  copyAs?: string
  /** Removes the middle of a longer text, so that about this many characters remain. */
  maxChars?: number
  /** In a row of two lines: an ellipsis replaces what does not fit next to a long status. */
  mayShrink?: true
  /** Shown instead of the text, masked for instance; the copy button copies the text. */
  shown?: string
}

/** An identifier or code in the monospaced font; digits only are set in the text font with tabular figures. */
export function Mono({ children, copyAs, maxChars, mayShrink, shown: replacement }: MonoProps) {
  const fullText = replacement ?? children
  const shown = maxChars !== undefined && fullText.length > maxChars ? shorten(fullText, maxChars) : fullText
  const isNarrow = use(Narrow)
  return (
    <span className={classes.mono} data-digits={/^•*\d+$/.test(fullText) || undefined}>
      {shown !== fullText ? (
        <span title={fullText}>{shown}</span>
      ) : isNarrow && (mayShrink || fullText.length > SHORT_CHARS) ? (
        <Fitting>{fullText}</Fitting>
      ) : (
        fullText
      )}
      {copyAs !== undefined && <InlineCopyButton text={children} name={copyAs} />}
    </span>
  )
}

/** Identifiers of up to this many characters, an ICCID for instance, fit in a row of two lines. */
const SHORT_CHARS = 20

/** The last characters of an identifier, which tell it from its neighbors, are always shown. */
const TAIL_CHARS = 8

/** An identifier that is as long as its line allows: an ellipsis replaces what does not fit before the last characters. */
export function Fitting({ children }: { children: string }) {
  return (
    <span className={classes.fitting} title={children}>
      <span className="ellipsis">{children.slice(0, -TAIL_CHARS)}</span>
      <span>{children.slice(-TAIL_CHARS)}</span>
    </span>
  )
}

function shorten(text: string, maxChars: number): string {
  const half = Math.floor((maxChars - 1) / 2)
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`
}
