import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './Mono.module.css'
import { toast } from './toast.ts'

/** Copies text to the clipboard. Returns whether it succeeded; shows a notice if not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.warning(uiTexts.copyFailed)
    return false
  }
}

/** How long a button shows that it has copied. */
const COPIED_MS = 1600

/** Whether the text has just been copied, and a function that copies it. */
function useCopy(text: string): [boolean, () => void] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  return [copied, () => void copy()]
}

type CopyButtonProps = { text: string; name: string; size?: number }

/** Button that copies a text; `name` names it ("ICCID"). */
export function CopyButton({ text, name, size = 24 }: CopyButtonProps) {
  const [copied, copy] = useCopy(text)
  return (
    <ActionIcon
      size={size}
      aria-label={copied ? uiTexts.copied : say(uiTexts.copyValue, { name })}
      title={copied ? uiTexts.copied : uiTexts.copy}
      onClick={copy}
    >
      {copied ? <IconCheck size={14} className={classes.done} /> : <IconCopy size={14} />}
    </ActionIcon>
  )
}

/** Copy button next to an identifier: a native button drawn with CSS, because tables have hundreds of them. */
function InlineCopyButton({ text, name }: CopyButtonProps) {
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
  /** Shown instead of the text, masked for instance; the copy button copies the text. */
  shown?: string
}

/** An identifier or code in the monospaced font; digits only are set in the text font with tabular figures. */
export function Mono({ children, copyAs, maxChars, shown: replacement }: MonoProps) {
  const fullText = replacement ?? children
  const shown = maxChars !== undefined && fullText.length > maxChars ? shorten(fullText, maxChars) : fullText
  return (
    <span className={classes.mono} data-digits={/^•*\d+$/.test(fullText) || undefined}>
      {shown === fullText ? fullText : <span title={fullText}>{shown}</span>}
      {copyAs !== undefined && <InlineCopyButton text={children} name={copyAs} />}
    </span>
  )
}

function shorten(text: string, maxChars: number): string {
  const half = Math.floor((maxChars - 1) / 2)
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`
}
