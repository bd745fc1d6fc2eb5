import { Select } from '@mantine/core'
import * as attribute from '@simwright/contract/profiles/attribute'
import { useAsk } from '../../../api/query.ts'
import { AttributeInput } from '../../../esim/AttributeInput.tsx'
import { attributeTexts as texts } from '../../../texts/attribute.ts'

type Chosen = { attributeId: string; value: string }

/** The value is the id of the attribute, a space, and the text. */
function parse(value: string): Chosen {
  const [attributeId = ''] = value.split(' ', 1)
  return { attributeId, value: value.slice(attributeId.length + 1) }
}

/** Undefined until an attribute is chosen. */
export function attributeOf(value: string): Chosen | undefined {
  const chosen = parse(value)
  return chosen.attributeId === '' ? undefined : { ...chosen, value: chosen.value.trim() }
}

/** Chooses an attribute, and its value for all selected profiles. */
export function AttributeFields({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const items = useAsk(attribute.list, {}).data?.items ?? []
  const { attributeId, value: text } = parse(value)
  const chosen = items.find(({ id }) => id === attributeId)
  return (
    <>
      <Select
        label={texts.choose}
        data={items.map(({ id, name }) => ({ value: id, label: name }))}
        value={attributeId || null}
        onChange={(id) => onChange(`${id ?? ''} `)}
        allowDeselect={false}
        searchable
        data-autofocus
      />
      {chosen && (
        <AttributeInput
          key={chosen.id}
          attribute={chosen}
          label={texts.value}
          value={text}
          onChange={(next) => onChange(`${chosen.id} ${next}`)}
        />
      )}
    </>
  )
}
