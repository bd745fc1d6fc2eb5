import type { AdviceId, SubscriberStart } from '@simwright/contract/profiles/advice'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as versions from '@simwright/contract/profiles/configuration-version'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'

/** What the preflight adviser knows of a configuration besides its fields. */
export type Silencing = {
  readonly silenced: AdviceId[]
  readonly subscribers?: readonly SubscriberStart[] | undefined
  readonly onSilence?: ((silenced: AdviceId[]) => void) | undefined
}

/** The silenced advice of a new configuration, which is saved with it. */
export function useNewSilencing(initial: AdviceId[]): Silencing & { readonly silenced: AdviceId[] } {
  const [silenced, onSilence] = useState(initial)
  return { silenced, onSilence }
}

/** The silenced advice of an existing configuration; a change is saved at once. */
export function useSilencing({
  id,
  silenced: stored,
}: Pick<configuration.Configuration, 'id' | 'silenced'>): Silencing {
  const mayEdit = useAllowed('Profile_Config_Edit')
  const { data } = useAsk(versions.usage, { id })
  const [silenced, setSilenced] = useState(stored)
  const save = useMutation(configuration.silence, { changes: [configuration.get] })
  const change = (next: AdviceId[]) => {
    setSilenced(next)
    save.mutate({ id, silenced: next }, { onError: () => setSilenced(silenced) })
  }
  return { silenced, subscribers: data?.subscribers, onSilence: mayEdit ? change : undefined }
}
