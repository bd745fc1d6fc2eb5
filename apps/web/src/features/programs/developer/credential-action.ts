import * as credential from '@simwright/contract/programs/credential'
import { useCallback } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { developerTexts } from './developer-texts.ts'

type Named = Pick<credential.Credential, 'id' | 'name'>
type Action = (row: Named) => Promise<void>

/** Revokes a credential after a confirmation. */
export const useRevokeCredential = (): Action => useConfirmed(credential.revoke, developerTexts.credentials.revoke)

/** Ends the previous secret of a credential after a confirmation. */
export const useEndPrevious = (): Action => useConfirmed(credential.endPrevious, developerTexts.credentials.endPrevious)

type Texts = (typeof developerTexts.credentials)['revoke' | 'endPrevious']

function useConfirmed(endpoint: typeof credential.revoke | typeof credential.endPrevious, texts: Texts): Action {
  const { mutate } = useMutation(endpoint, { changes: [credential.list] })
  return useCallback(
    async ({ id, name }) => {
      const { title, text, proceed, done } = texts
      if (!(await confirm({ title: say(title, { name }), text, proceed, tone: 'danger' }))) return
      mutate({ id }, { onSuccess: () => toast.success(say(done, { name })) })
    },
    [mutate, texts],
  )
}
