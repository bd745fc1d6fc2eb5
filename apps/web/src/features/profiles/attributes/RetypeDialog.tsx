import { Button, Select } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import { type AttributeKind, attributeKinds } from '@simwright/contract/profiles/attribute-value'
import * as fleet from '@simwright/contract/profiles/fleet'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { attributeTexts as texts } from '../../../texts/attribute.ts'
import { operationTexts } from '../../../texts/operation.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { ChoicesInput, kindChoices } from './AttributeDialog.tsx'

type RetypeDialogProps = { attribute: attribute.Attribute; onClose: () => void }

/** Asks for the new type of an attribute, and says how many profiles would lose their value. */
export function RetypeDialog({ attribute: one, onClose }: RetypeDialogProps) {
  const [kind, setKind] = useState<AttributeKind>()
  const [choices, setChoices] = useState<string[]>([])
  const isReady = kind !== undefined && (kind !== 'choice' || choices.length > 0)
  const input = { id: one.id, version: one.version, kind: kind ?? one.kind, choices }
  const preview = useAsk(attribute.previewRetype, input, { enabled: isReady }).data
  const retype = useMutation(attribute.retype, { changes: [attribute.list, fleet.list, fleet.detail] })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const done = () => {
      toast.success(say(texts.retyped, { name: one.name }))
      onClose()
    }
    if (isReady) retype.mutate(input, { onSuccess: done })
  }
  const shown = isReady ? preview : undefined
  return (
    <Dialog opened onClose={onClose} title={say(texts.retypeTitle, { name: one.name })} size={460}>
      <Stack as="form" onSubmit={submit}>
        <Select
          label={texts.kind}
          data={kindChoices.filter(({ value }) => value !== one.kind)}
          value={kind ?? null}
          onChange={(next) => setKind(attributeKinds.find((value) => value === next))}
          allowDeselect={false}
          data-autofocus
        />
        {kind === 'choice' && <ChoicesInput value={choices} onChange={setChoices} />}
        {isReady && (
          <div className="inset size-text" aria-live="polite">
            {shown ? <Effect {...shown} /> : <p>{operationTexts.looking}</p>}
          </div>
        )}
        <Row gap={10} justify="end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" color={shown?.lost ? 'red' : undefined} disabled={!shown} loading={retype.isPending}>
            {texts.retypeProceed}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}

function Effect({ kept, lost, examples }: { kept: number; lost: number; examples: readonly string[] }) {
  return (
    <>
      <p>{sayCount(texts.retypeKept, kept)}</p>
      {lost > 0 && <p className="wrap">{sayCount(texts.retypeLost, lost, { examples: examples.join(', ') })}</p>}
    </>
  )
}
