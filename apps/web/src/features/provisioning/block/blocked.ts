import type { OutputOf } from '@simwright/contract/endpoint'
import type * as block from '@simwright/contract/provisioning/block'
import { blockTexts } from '../../../texts/block.ts'
import { sayCount } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'

const texts = blockTexts.form

/** Says how many are blocked, and how many were before. */
export function reportBlocked({ added, existing }: OutputOf<typeof block.add>): void {
  const before = existing > 0 ? ` ${sayCount(texts.existing, existing)}` : ''
  if (added > 0) toast.success(`${sayCount(texts.done, added)}${before}`)
  else if (existing > 0) toast.info(sayCount(texts.existing, existing))
}
