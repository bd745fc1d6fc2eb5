import { Anchor } from '@mantine/core'
import * as block from '@simwright/contract/provisioning/block'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { useLastDefined } from '../../../base/last-defined.ts'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { blockTexts as texts } from '../../../texts/block.ts'
import { say } from '../../../texts/text.ts'
import { LineList } from '../../../ui/layout/LineList.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'

type ProfilesDialogProps = { block: block.Block | undefined; onClose: () => void }

/** The profiles on devices that a rule blocks, each with a link to its drawer. */
export function ProfilesDialog({ block: row, onClose }: ProfilesDialogProps) {
  const masks = useMasks()
  const shown = useLastDefined(row)
  const { data, error, refetch } = useAsk(block.profiles, { id: shown?.id ?? '' }, { enabled: row !== undefined })
  return (
    <Dialog
      opened={row !== undefined}
      onClose={onClose}
      title={shown && say(texts.profilesTitle, { value: masks.number(shown.value) })}
    >
      {error && !data && <ErrorState problem={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <Note>{texts.profilesNone}</Note>}
      <LineList>
        {data?.items.map(({ id, iccid, device }) => (
          <li key={id}>
            <Anchor component={Link} {...profilePath(id)}>
              {masks.number(iccid)}
            </Anchor>
            <span>{device}</span>
          </li>
        ))}
      </LineList>
      {data?.more && <Note>{say(texts.profilesMore, { count: block.PROFILES_SHOWN })}</Note>}
    </Dialog>
  )
}
