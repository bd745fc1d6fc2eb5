import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { startTexts } from '../../texts/start.ts'
import { toast } from '../toast.ts'

/** Texts of a copy button. */
export type CopyTexts = { copy: string; copied: string; copyValue: string; copyFailed: string }

/** Copies text to the clipboard. Returns whether it succeeded; shows a notice if not. */
export async function copyText(text: string, failed: string = startTexts.copyFailed): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.warning(failed)
    return false
  }
}

/** How long a button shows that it has copied. */
const COPIED_MS = 1600

/** Whether the text has just been copied, and a function that copies it. */
export function useCopy(text: string, failed?: string): [boolean, () => void] {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text, failed))) return
    setCopied(true)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  return [copied, () => void copy()]
}

type CopyButtonProps = { text: string; name: string; size?: number; texts?: CopyTexts | undefined }

/** Button that copies a text; `name` names it ("ICCID"). */
export function CopyButton({ text, name, size = 24, texts = startTexts }: CopyButtonProps) {
  const [copied, copy] = useCopy(text, texts.copyFailed)
  return (
    <ActionIcon
      size={size}
      aria-label={copied ? texts.copied : texts.copyValue.replace('{name}', () => name)}
      title={copied ? texts.copied : texts.copy}
      onClick={copy}
    >
      {copied ? <IconCheck size={14} style={{ color: 'var(--success-text)' }} /> : <IconCopy size={14} />}
    </ActionIcon>
  )
}
