import { ActionIcon, Button } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import { operationTable } from '@simwright/contract/provisioning/operation-kind'
import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { uiTexts } from '../../../texts/ui.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import classes from './EditableValue.module.css'
import { fleetTexts } from './fleet-texts.ts'
import { GroupSelect } from './GroupSelect.tsx'

const texts = fleetTexts.overview
const NO_GROUP = 'none'

type ValueProps = { profile: fleet.Profile }

const useChange = () =>
  useMutation(operation.change, {
    changes: [fleet.detail, fleet.list, fleet.timeline, group.list, group.get, group.figures],
  })

/** The group of a profile, which can be changed in place. */
export function GroupValue({ profile: { id, groupId, groupName, groupColor } }: ValueProps) {
  const change = useChange()
  const mayEdit = useAllowed(operationTable.GROUP.needs)
  const tag = groupName === null ? <Missing /> : <GroupTag name={groupName} color={groupColor} />
  return (
    <Editable label={texts.editGroup} shown={tag} mayEdit={mayEdit}>
      {(close) => (
        <GroupSelect
          label={texts.group}
          labelIs="spoken"
          value={groupId ?? NO_GROUP}
          onChange={(next) => {
            const chosen = next === NO_GROUP || next === '' ? null : next
            if (chosen === groupId) return close()
            const sent = { profileId: id, operation: { kind: 'GROUP', groupId: chosen }, previous: groupId } as const
            change.mutate(sent, { onSuccess: close, onError: close })
          }}
        />
      )}
    </Editable>
  )
}

/** The notes of a profile, which can be changed in place. */
export function NotesValue({ profile: { id, notes } }: ValueProps) {
  const mayEdit = useAllowed(operationTable.NOTES.needs)
  return (
    <Editable label={texts.editNotes} shown={notes || <Missing />} mayEdit={mayEdit}>
      {(close) => <NotesForm id={id} notes={notes ?? ''} onClose={close} />}
    </Editable>
  )
}

function NotesForm({ id, notes, onClose }: { id: string; notes: string; onClose: () => void }) {
  const [text, setText] = useState(notes)
  const change = useChange()
  const save = () => {
    if (text.trim() === notes) return onClose()
    const sent = { profileId: id, operation: { kind: 'NOTES', notes: text }, previous: notes || null } as const
    change.mutate(sent, { onSuccess: onClose })
  }
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) save()
  }
  return (
    <>
      <Textarea
        aria-label={texts.notes}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        data-mantine-stop-propagation
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Row mt={8}>
        <Button size="compact-sm" loading={change.isPending} onClick={save}>
          {texts.saveNotes}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
      </Row>
    </>
  )
}

const Missing = () => (
  <Note as="span" size="same" tone="faint">
    –
  </Note>
)

type EditableProps = {
  /** Names the button. */
  label: string
  shown: ReactNode
  mayEdit: boolean
  /** The input that replaces the value while it is edited. */
  children: (close: () => void) => ReactNode
}

/** A value with a button that edits it in place. Escape cancels. */
export function Editable({ label, shown, mayEdit, children }: EditableProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLDivElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (isEditing) input.current?.querySelector<HTMLElement>('textarea, input')?.focus()
    else if (returns.current) button.current?.focus()
    returns.current = isEditing
  }, [isEditing])
  if (!isEditing) {
    return (
      <Row align="start" justify="between" nowrap style={{ margin: '-2px 0' }}>
        <div className={classes.shown}>{shown}</div>
        {mayEdit && (
          <ActionIcon ref={button} size={24} aria-label={label} title={label} onClick={() => setIsEditing(true)}>
            <IconPencil size={15} />
          </ActionIcon>
        )}
      </Row>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only Escape of the input in it
    <div
      ref={input}
      data-mantine-stop-propagation="true"
      onKeyDown={(event) => event.key === 'Escape' && setIsEditing(false)}
    >
      {children(() => setIsEditing(false))}
    </div>
  )
}
