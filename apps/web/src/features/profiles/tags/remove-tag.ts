import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import { useMutation } from '../../../api/mutation.ts'
import { tagTexts as texts } from '../../../texts/tag.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'

/** Asks whether a tag is to be deleted, and deletes it. */
export function useRemoveTag(): { isPending: boolean; ask: (one: tag.Tag) => Promise<void> } {
  const remove = useMutation(tag.remove, { changes: [tag.list, fleet.list, fleet.detail] })
  const ask = async ({ id, version, name, profiles }: tag.Tag) => {
    const yes = await confirm({
      title: say(texts.removeTitle, { name }),
      text: sayCount(texts.removeText, profiles ?? 0),
      proceed: texts.remove,
      tone: 'danger',
    })
    if (yes) remove.mutate({ id, version }, { onSuccess: () => toast.success(say(texts.removed, { name })) })
  }
  return { isPending: remove.isPending, ask }
}
