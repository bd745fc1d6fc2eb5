import { Button, Select } from '@mantine/core'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { tagTexts as texts } from '../../../texts/tag.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'

type MergeDialogProps = { from: tag.Tag; tags: readonly tag.Tag[]; onClose: () => void }

/** Asks into which tag another is merged. */
export function MergeDialog({ from, tags, onClose }: MergeDialogProps) {
  const [intoId, setIntoId] = useState<string | null>(null)
  const others = tags.filter(({ id }) => id !== from.id)
  const into = others.find(({ id }) => id === intoId)
  const merge = useMutation(tag.merge, { changes: [tag.list, fleet.list, fleet.detail] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!into) return
    const done = () => {
      toast.success(say(texts.merged, { name: from.name, into: into.name }))
      onClose()
    }
    merge.mutate({ id: from.id, version: from.version, intoId: into.id }, { onSuccess: done })
  }
  return (
    <Dialog opened onClose={onClose} title={say(texts.mergeTitle, { name: from.name })} size={440}>
      <Stack as="form" onSubmit={submit}>
        <Note>{say(texts.mergeText, { name: from.name })}</Note>
        <Select
          label={texts.mergeInto}
          placeholder={texts.choose}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          renderOption={({ option }) => (
            <GroupTag name={option.label} color={others.find(({ id }) => id === option.value)?.color ?? null} />
          )}
          nothingFoundMessage={texts.unknown}
          value={intoId}
          onChange={setIntoId}
          searchable
          allowDeselect={false}
          data-autofocus
        />
        <Row gap={10} justify="end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" color="red" disabled={!into} loading={merge.isPending}>
            {texts.mergeProceed}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
