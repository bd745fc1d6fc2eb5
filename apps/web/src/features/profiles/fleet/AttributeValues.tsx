import { Anchor, Button } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as operation from '@simwright/contract/provisioning/operation'
import { operationTable } from '@simwright/contract/provisioning/operation-kind'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { AttributeInput, attributeFault } from '../../../esim/AttributeInput.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { attributeTexts as texts } from '../../../texts/attribute.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Editable } from './EditableValue.tsx'

/** The values of the attributes of a profile, each of which can be changed in place. Nothing without attributes. */
export function AttributeValues({ profile }: { profile: fleet.Profile }) {
  const attributes = useAsk(attribute.list, {}).data?.items ?? []
  if (attributes.length === 0) return null
  return (
    <Section title={texts.title}>
      <KeyValue
        items={attributes.map((one) => ({
          label: one.name,
          value: <AttributeValue key={profile.id} profile={profile} attribute={one} />,
        }))}
      />
    </Section>
  )
}

type ValueProps = { profile: fleet.Profile; attribute: attribute.Attribute }

function AttributeValue({ profile, attribute: one }: ValueProps) {
  const mayEdit = useAllowed(operationTable.ATTRIBUTE.needs)
  const value = profile.attributes[one.word] ?? ''
  return (
    <Editable
      label={say(texts.editValue, { name: one.name })}
      shown={<Shown kind={one.kind} value={value} />}
      mayEdit={mayEdit}
    >
      {(close) => <ValueForm profileId={profile.id} attribute={one} value={value} onClose={close} />}
    </Editable>
  )
}

function Shown({ kind, value }: { kind: attribute.Attribute['kind']; value: string }) {
  if (value === '')
    return (
      <Note as="span" size="same" tone="faint">
        –
      </Note>
    )
  if (kind !== 'link') return <span className="wrap">{value}</span>
  return (
    <Anchor href={value} target="_blank" rel="noreferrer" inherit className="wrap">
      {value}
    </Anchor>
  )
}

type FormProps = { profileId: string; attribute: attribute.Attribute; value: string; onClose: () => void }

function ValueForm({ profileId, attribute: one, value, onClose }: FormProps) {
  const [text, setText] = useState(value)
  const change = useMutation(operation.change, { changes: [fleet.detail, fleet.list, fleet.timeline, attribute.list] })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === value) return onClose()
    if (attributeFault(one, text)) return
    const operation = { kind: 'ATTRIBUTE', attributeId: one.id, value: text } as const
    change.mutate({ profileId, operation, previous: value || null }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={save} noValidate>
      <AttributeInput attribute={one} label={one.name} labelIs="spoken" value={text} onChange={setText} />
      <Row mt={8}>
        <Button type="submit" size="compact-sm" loading={change.isPending}>
          {texts.save}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
      </Row>
    </form>
  )
}
