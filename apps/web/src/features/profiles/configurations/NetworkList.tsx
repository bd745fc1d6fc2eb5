import { ActionIcon, Button, Input } from '@mantine/core'
import type { NetworkListField } from '@simwright/contract/field'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { networkCountry } from '../../../esim/network-country.ts'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { TickChips } from '../../../ui/form/TickChips.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { type FieldInputProps, isMarked } from './field-input.ts'
import type { NetworkInput } from './form-values.ts'
import classes from './NetworkField.module.css'

const texts = configurationTexts.network

export type NetworkListProps = FieldInputProps<NetworkListField> & { value: readonly NetworkInput[] }

/** Networks in order of preference, each with its access technologies. */
export function NetworkList({ form, path, field, value: networks }: NetworkListProps) {
  const { label, help } = field
  const addButton = useRef<HTMLButtonElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const technologies: readonly string[] = typeFacts[form.values.type].access
  const add = () => {
    form.insertListItem(path, { plmn: '', access: [...technologies] })
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLInputElement>(`[name="${path}.${networks.length}.plmn"]`)?.focus(),
    )
  }
  const remove = (index: number) => {
    form.removeListItem(path, index)
    addButton.current?.focus()
  }
  const shared = { form, list: { path, label }, technologies, onRemove: remove }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows hold fieldsets of their own
    <div role="group" aria-labelledby={`${path}-label`} aria-describedby={`${path}-help`}>
      <Input.Label labelElement="div" id={`${path}-label`} className={classes.label} required={isMarked(field)}>
        {label}
      </Input.Label>
      <Stack gap={0} ref={rows} className={classes.rows} data-filled={networks.length > 0 || undefined}>
        {networks.map((network, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a network is its position in the list
          <NetworkRow key={index} {...shared} index={index} network={network} />
        ))}
      </Stack>
      <Button
        ref={addButton}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        aria-label={say(texts.addTo, { list: label })}
        data-path={path}
        onClick={add}
      >
        {texts.add}
      </Button>
      <div id={`${path}-help`} className="fine muted" style={{ marginTop: 5 }}>
        {help}
      </div>
      {form.errors[path] && (
        <div className="fine danger" style={{ marginTop: 5 }}>
          {form.errors[path]}
        </div>
      )}
    </div>
  )
}

type NetworkRowProps = Pick<NetworkListProps, 'form'> & {
  list: { path: string; label: string }
  /** The access technologies of the type. */
  technologies: readonly string[]
  index: number
  network: NetworkInput
  onRemove: (index: number) => void
}

/** Validated on submit only: an error that appears on blur would move the button that is about to be clicked. */
function NetworkRow({ form, list, technologies, index, network, onRemove }: NetworkRowProps) {
  const path = `${list.path}.${index}`
  const values = { position: index + 1, list: list.label }
  const faults = [form.errors[`${path}.plmn`], form.errors[`${path}.access`]]
  return (
    <div className={classes.network}>
      <TextInput
        aria-label={say(texts.plmn, values)}
        placeholder={texts.placeholder}
        name={`${path}.plmn`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        className={classes.plmn}
        value={network.plmn}
        onChange={(event) => form.setFieldValue(`${path}.plmn`, event.currentTarget.value)}
        error={faults[0] !== undefined && faults[0] !== null}
        aria-describedby={`${path}-faults`}
      />
      <div className={classes.country}>{networkCountry(network.plmn)}</div>
      <div className={classes.access}>
        <TickChips
          label={say(texts.access, { position: index + 1 })}
          path={`${path}.access`}
          choices={technologies.map((value) => ({ value, label: value }))}
          value={network.access}
          onChange={(access) => form.setFieldValue(`${path}.access`, access)}
        />
      </div>
      <ActionIcon style={{ marginTop: 1 }} aria-label={say(texts.remove, values)} onClick={() => onRemove(index)}>
        <IconTrash size={16} />
      </ActionIcon>
      <div id={`${path}-faults`} className={classes.rowFault}>
        {faults
          .filter(Boolean)
          .map((fault) => String(fault))
          .join(' ')}
      </div>
    </div>
  )
}
