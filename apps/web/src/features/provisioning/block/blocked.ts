import type { OutputOf } from '@simwright/contract/endpoint'
import type * as block from '@simwright/contract/provisioning/block'
import { blockTexts } from '../../../texts/block.ts'
import { sayCount } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'

const texts = blockTexts.form

/** Shows how many rules were added, and how many existed already. */
export function reportBlocked({ added, existing }: OutputOf<typeof block.add>): void {
  const alreadyBlocked = existing > 0 ? ` ${sayCount(texts.existing, existing)}` : ''
  if (added > 0) toast.success(`${sayCount(texts.done, added)}${alreadyBlocked}`)
  else if (existing > 0) toast.info(sayCount(texts.existing, existing))
}
