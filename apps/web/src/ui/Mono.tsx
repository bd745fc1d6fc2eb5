import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './Mono.module.css'
import { toast } from './toast.ts'

/** Puts text on the clipboard. Answers whether it could; says so when it could not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.warning(uiTexts.copyFailed)
    return false
  }
}

const SAID_MS = 1600

/** Copies a text when told to; whether it has, for as long as that is news. */
function useCopy(text: string): [boolean, () => void] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), SAID_MS)
  }
  return [copied, () => void copy()]
}

type CopyButtonProps = { text: string; name: string; size?: number }

/** Copies a text; `name` says what it is ("ICCID"). */
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

/** The same beside an identifier: the browser's own button, drawn by CSS, so that hundreds of them cost little. */
function CopyBeside({ text, name }: CopyButtonProps) {
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
  /** What it is ("ICCID"): with it, a copy button comes up beside the text. */
  copyAs?: string
  /** Shortens from the middle to about this many characters. */
  maxChars?: number
  /** Stands in its place; the copy button copies the text itself. */
  shown?: string
}

/** An identifier or code, in the mono face; digits alone in the text face, at equal widths. */
export function Mono({ children, copyAs, maxChars, shown: instead }: MonoProps) {
  const whole = instead ?? children
  const shown = maxChars !== undefined && whole.length > maxChars ? shorten(whole, maxChars) : whole
  return (
    <span className={classes.mono} data-digits={/^•*\d+$/.test(whole) || undefined}>
      {shown === whole ? whole : <span title={whole}>{shown}</span>}
      {copyAs !== undefined && <CopyBeside text={children} name={copyAs} />}
    </span>
  )
}

function shorten(text: string, maxChars: number): string {
  const half = Math.floor((maxChars - 1) / 2)
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`
}
