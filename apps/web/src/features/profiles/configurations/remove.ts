import { queryOrder } from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import { useMutation } from '../../../api/mutation.ts'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { sayProfiles } from './profile-count.ts'

const texts = configurationTexts.delete

type Removable = { id: string; version: number; name: string; profiles: number }

/** Deletes a configuration after a confirmation dialog that says what happens to its profiles. */
export function useRemove(onDone?: () => void): (one: Removable) => Promise<void> {
  const remove = useMutation(configuration.remove, { changes: [configuration.list, queryOrder] })
  return async ({ id, version, name, profiles }) => {
    const sure = await confirm({
      title: say(texts.title, { name }),
      text: profiles === 0 ? texts.textNone : sayProfiles(texts.text, profiles),
      proceed: texts.proceed,
      tone: 'danger',
    })
    if (!sure) return
    remove.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast.success(say(texts.done, { name }))
          onDone?.()
        },
      },
    )
  }
}
