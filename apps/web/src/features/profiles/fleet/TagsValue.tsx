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
  const input = useRef<HTMLDivElement>(null)
  const returns = useRef(false)
  useEffect(() => {
    if (isAdding) input.current?.querySelector('input')?.focus()
    else if (returns.current) button.current?.focus()
    returns.current = isAdding
  }, [isAdding])
  const set = (kind: 'TAG' | 'UNTAG', tagId: string) => {
    const close = () => setIsAdding(false)
    change.mutate({ profileId, operation: { kind, tagId }, previous: null }, { onSuccess: close, onError: close })
  }
  return (
    <>
      <Row gap={6}>
        {tags.map((one) => {
          const label = say(texts.removeFrom, { name: one.name })
          const remove = { label, isPending: change.isPending, onClick: () => set('UNTAG', one.id) }
          return <TagPill key={one.id} tag={one} {...(mayEdit ? { remove } : {})} />
        })}
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
      {isAdding && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only Escape of the input in it
        <div
          ref={input}
          style={{ marginTop: 6 }}
          data-mantine-stop-propagation="true"
          onKeyDown={(event) => event.key === 'Escape' && setIsAdding(false)}
        >
          <TagSelect
            label={texts.addTo}
            labelIs="spoken"
            value=""
            without={tags.map(({ id }) => id)}
            isNewAllowed
            onChange={(tagId) => tagId && set('TAG', tagId)}
          />
        </div>
      )}
    </>
  )
}
