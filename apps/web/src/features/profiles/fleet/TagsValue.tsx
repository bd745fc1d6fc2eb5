import { ActionIcon } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import * as operation from '@simwright/contract/provisioning/operation'
import { operationTable } from '@simwright/contract/provisioning/operation-kind'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { TagPill } from '../../../esim/TagPill.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { tagTexts as texts } from '../../../texts/tag.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { TagSelect } from './TagSelect.tsx'

/** The tags of a profile. Each can be removed, and others added, in place. */
export function TagsValue({ profile: { id: profileId, tags } }: { profile: fleet.Profile }) {
  const [isAdding, setIsAdding] = useState(false)
  const mayEdit = useAllowed(operationTable.TAG.needs)
  const change = useMutation(operation.change, { changes: [fleet.detail, fleet.list, fleet.timeline, tag.list] })
  const button = useRef<HTMLButtonElement>(null)
  const wasAdding = useRef(false)
  useEffect(() => {
    if (!isAdding && wasAdding.current) button.current?.focus()
    wasAdding.current = isAdding
  }, [isAdding])
  const close = () => setIsAdding(false)
  const set = (kind: 'TAG' | 'UNTAG', tagId: string) =>
    change.mutate({ profileId, operation: { kind, tagId }, previous: null }, { onSuccess: close, onError: close })
  const removalOf = ({ id, name }: tag.ProfileTag) => ({
    label: say(texts.removeFrom, { name }),
    isPending: change.isPending,
    onClick: () => set('UNTAG', id),
  })
  return (
    <>
      <Row gap={6}>
        {tags.map((one) => (
          <TagPill key={one.id} tag={one} {...(mayEdit ? { remove: removalOf(one) } : {})} />
        ))}
        {tags.length === 0 && !mayEdit && (
          <Note as="span" size="same" tone="faint">
            –
          </Note>
        )}
        {mayEdit && !isAdding && tags.length < tag.TAGS_PER_PROFILE && (
          <ActionIcon
            ref={button}
            size={22}
            variant="default"
            radius="xl"
            aria-label={texts.addTo}
            title={texts.addTo}
            onClick={() => setIsAdding(true)}
          >
            <IconPlus size={13} />
          </ActionIcon>
        )}
      </Row>
      {isAdding && <NewTag tags={tags} onAdd={(id) => set('TAG', id)} onClose={close} />}
    </>
  )
}

type NewTagProps = { tags: readonly tag.ProfileTag[]; onAdd: (id: string) => void; onClose: () => void }

/** The input that adds a tag. Escape closes it. */
function NewTag({ tags, onAdd, onClose }: NewTagProps) {
  const input = useRef<HTMLDivElement>(null)
  useEffect(() => input.current?.querySelector('input')?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only Escape of the input in it
    <div
      ref={input}
      style={{ marginTop: 6 }}
      data-mantine-stop-propagation="true"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <TagSelect
        label={texts.addTo}
        labelIs="spoken"
        value=""
        without={tags.map(({ id }) => id)}
        isNewAllowed
        onChange={(id) => id && onAdd(id)}
      />
    </div>
  )
}
