import * as block from '@simwright/contract/provisioning/block'
import { useMemo } from 'react'
import { useMutation } from '../api/mutation.ts'
import { blockTexts } from '../texts/block.ts'
import { sayCount } from '../texts/text.ts'
import { confirm } from '../ui/overlay/confirm.ts'
import { toast } from '../ui/toast.ts'
import { useMasks } from './privacy.ts'

const texts = blockTexts.free

export type Unblock = (
  ids: readonly string[],
  first: Pick<block.Block, 'kind' | 'value'> | undefined,
  onDone?: () => void,
) => void

/** Removes block rules after a confirmation, which names the value of the first rule. */
export function useUnblock(): Unblock {
  const { mutate } = useMutation(block.remove, { changes: [block.list, block.ofProfiles] })
  const masks = useMasks()
  return useMemo(
    () => async (ids, first, onDone) => {
      const { title, text, proceed, done, others } = texts
      const question = {
        title: sayCount(title, ids.length, { value: masks.number(first?.value ?? '') }),
        text: ids.length === 1 && first && first.kind !== 'EID' ? `${others[first.kind]} ${text}` : text,
        proceed,
      }
      if (!(await confirm(question))) return
      const report = () => {
        toast.success(sayCount(done, ids.length))
        onDone?.()
      }
      mutate({ ids: [...ids] }, { onSuccess: report })
    },
    [mutate, masks],
  )
}
