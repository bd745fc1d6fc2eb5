import * as apiKey from '@simwright/contract/programs/keys'
import { useCallback } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { developerTexts } from './developer-texts.ts'

/** Revokes a key after a confirmation. */
export function useRevoke(): (key: Pick<apiKey.ApiKey, 'id' | 'name'>) => Promise<void> {
  const { mutate } = useMutation(apiKey.revoke, { changes: [apiKey.list] })
  return useCallback(
    async ({ id, name }) => {
      const { title, text, proceed, done } = developerTexts.keys.revoke
      if (!(await confirm({ title: say(title, { name }), text, proceed, tone: 'danger' }))) return
      mutate({ id }, { onSuccess: () => toast.success(say(done, { name })) })
    },
    [mutate],
  )
}
