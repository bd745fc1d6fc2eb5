import { ActionIcon, Menu } from '@mantine/core'
import * as comment from '@simwright/contract/insight/comment'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../api/mutation.ts'
import { formatTime } from '../base/time.ts'
import { commentTexts as texts } from '../texts/comment.ts'
import { say } from '../texts/text.ts'
import { Note, Row } from '../ui/layout/layout.tsx'
import { confirm } from '../ui/overlay/confirm.ts'
import { Time } from '../ui/text/Time.tsx'
import { toast } from '../ui/toast.ts'
import classes from './Comment.module.css'
import { CommentForm } from './CommentForm.tsx'
import { editedText, namesOf } from './mention-text.ts'

/** One comment, which its author can change in its place. */
export function CommentItem({ one }: { one: comment.Comment }) {
  const [isEditing, setIsEditing] = useState(false)
  const name = one.createdBy || texts.unnamed
  const edit = useMutation(comment.edit, { changes: [comment.list], silent: true })
  return (
    <li className={classes.item}>
      <Row gap="2 8" justify="between" align="start" nowrap>
        <Row gap="2 8">
          <strong className="wrap">{one.keyName ? say(texts.byKey, { name, key: one.keyName }) : name}</strong>
          <Time at={one.createdAt} show="ago" className={classes.at} />
          {one.editedAt && !one.deletedAt && (
            <Time at={one.editedAt} className={classes.at}>
              {say(texts.edited, { time: formatTime(one.editedAt) })}
            </Time>
          )}
        </Row>
        {(one.mayEdit || one.mayDelete) && <Options one={one} name={name} onEdit={() => setIsEditing(true)} />}
      </Row>
      {one.deletedAt ? (
        <Note>
          {say(texts.deleted, { name: one.deletedBy || texts.unnamed })},{' '}
          <Time at={one.deletedAt}>{formatTime(one.deletedAt)}</Time>
        </Note>
      ) : isEditing ? (
        <CommentForm
          object={{ kind: one.kind, objectId: one.objectId }}
          label={texts.editLabel}
          submit={texts.save}
          initial={editedText(one)}
          people={one.mentions}
          isPending={edit.isPending}
          onCancel={() => setIsEditing(false)}
          onSend={(text, { onError }) =>
            edit.mutate(
              { id: one.id, version: one.version, text },
              {
                onError,
                onSuccess: () => {
                  setIsEditing(false)
                  toast.success(texts.saved)
                },
              },
            )
          }
        />
      ) : (
        <CommentBody one={one} />
      )}
    </li>
  )
}

function CommentBody({ one: { text, mentions } }: { one: comment.Comment }) {
  return (
    <p className={classes.text}>
      {comment.commentParts(text, namesOf(mentions)).map((part, index) =>
        part.userId === undefined ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          <strong key={index} className={classes.mention}>
            {part.text}
          </strong>
        ),
      )}
    </p>
  )
}

function Options({ one, name, onEdit }: { one: comment.Comment; name: string; onEdit: () => void }) {
  const remove = useMutation(comment.remove, {
    changes: [comment.list],
    onSuccess: () => toast.success(texts.removed),
  })
  const askToRemove = async () => {
    const question = { title: texts.removeTitle, text: texts.removeText, proceed: texts.remove }
    if (await confirm({ ...question, tone: 'danger' })) remove.mutate({ id: one.id, version: one.version })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={say(texts.options, { name })} loading={remove.isPending}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {one.mayEdit && (
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={onEdit}>
            {texts.edit}
          </Menu.Item>
        )}
        {one.mayDelete && (
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => void askToRemove()}>
            {texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
