import { ActionIcon, Button, FileButton, Menu } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import { IconDots, IconFileImport, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { invalidate } from '../../../api/query-client.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { groupTexts as texts } from '../../../texts/group.ts'
import { groupDefaultTexts } from '../../../texts/group-default.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { DefaultsDialog } from './DefaultsDialog.tsx'
import { GroupDialog } from './GroupDialog.tsx'

type GroupActionsProps = {
  one: group.Group
  onDeleted: () => void
  onOperation: (id: string) => void
}

/** Buttons that edit or delete a group, or move the profiles listed in a file into it. */
export function GroupActions({ one, onDeleted, onOperation }: GroupActionsProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [isDefaultsOpen, setIsDefaultsOpen] = useState(false)
  const mayEdit = useAllowed('Group_Edit')
  const isLimited = useGroupLimit() !== null
  const mayMove = useAllowed(['Fleet_Edit', 'Group_Edit'])
  if (!mayEdit && !mayMove) return null
  return (
    <>
      {mayMove && <MoveByFile one={one} onOperation={onOperation} />}
      {mayEdit && (
        <>
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {texts.edit}
          </Button>
          {!isLimited && (
            <>
              <Button variant="default" onClick={() => setIsDefaultsOpen(true)}>
                {groupDefaultTexts.open}
              </Button>
              <DefaultsDialog isOpen={isDefaultsOpen} group={one} onClose={() => setIsDefaultsOpen(false)} />
              <More one={one} onDeleted={onDeleted} />
            </>
          )}
          <GroupDialog
            isOpen={isEditing}
            group={one}
            onClose={() => setIsEditing(false)}
            onSaved={() => setIsEditing(false)}
          />
        </>
      )}
    </>
  )
}

function MoveByFile({ one: { id, name }, onOperation }: Pick<GroupActionsProps, 'one' | 'onOperation'>) {
  const reset = useRef<() => void>(null)
  const move = useUpload(operation.moveListed, { onSuccess: (started) => onOperation(started.id) })
  const send = (file: File | null) => {
    // clears the input, so that the same file can be chosen again
    reset.current?.()
    if (file) move.mutate({ file, fields: { groupId: id } })
  }
  return (
    <FileButton accept=".csv,.txt,text/csv,text/plain" resetRef={reset} onChange={send}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileImport size={16} />}
          loading={move.isPending}
          aria-label={`${texts.move}: ${name}`}
          title={texts.moveText}
        >
          {texts.move}
        </Button>
      )}
    </FileButton>
  )
}

function More({ one, onDeleted }: Pick<GroupActionsProps, 'one' | 'onDeleted'>) {
  const remove = useMutation(group.remove, {
    changes: [group.list, fleet.list, fleet.detail],
    onSuccess: () => void invalidate([operation.list]),
  })
  const ask = async () => {
    const { id, name, version, profiles } = one
    const yes = await confirm({
      title: say(texts.removeTitle, { name }),
      text: sayCount(texts.removeText, profiles),
      proceed: texts.remove,
      tone: 'danger',
    })
    if (!yes) return
    remove.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast.success(say(texts.removed, { name }))
          onDeleted()
        },
      },
    )
  }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={34} variant="default" aria-label={texts.more}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void ask()}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
