import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { accessTechnologies } from '@simwright/contract/profiles/configuration'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { networkPlace } from '../../../esim/network-place.ts'
import { configurationTexts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { TickChips } from '../../../ui/TickChips.tsx'
import { type ConfigurationValues, newNetwork } from './form-values.ts'
import classes from './NetworkField.module.css'

const texts = configurationTexts.network
const technologies = accessTechnologies.map((value) => ({ value: value as string, label: value as string }))

export type NetworkListProps = {
  form: UseFormReturnType<ConfigurationValues>
  name: 'hplmn' | 'plmn' | 'oplmn'
}

/** Networks one below the other, in the order of preference, each with its access technologies. */
export function NetworkList({ form, name }: NetworkListProps) {
  const { label, help } = configurationTexts.fields[name]
  const addButton = useRef<HTMLButtonElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const networks = form.values[name]
  const add = () => {
    form.insertListItem(name, structuredClone(newNetwork))
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLInputElement>(`[name="${name}.${networks.length}.plmn"]`)?.focus(),
    )
  }
  const remove = (index: number) => {
    form.removeListItem(name, index)
    addButton.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows hold fieldsets of their own
    <div role="group" aria-labelledby={`${name}-label`} aria-describedby={`${name}-help`}>
      <div id={`${name}-label`} className={classes.label}>
        {label}
      </div>
      <div ref={rows} className={classes.rows} data-filled={networks.length > 0 || undefined}>
        {networks.map((network, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what a network is
          <NetworkRow key={index} form={form} name={name} index={index} network={network} onRemove={remove} />
        ))}
      </div>
      <Button
        ref={addButton}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        aria-label={say(texts.addTo, { list: label })}
        data-path={name}
        onClick={add}
      >
        {texts.add}
      </Button>
      <div id={`${name}-help`} className={classes.help}>
        {help}
      </div>
      {form.errors[name] && <div className={classes.fault}>{form.errors[name]}</div>}
    </div>
  )
}

type NetworkRowProps = NetworkListProps & {
  index: number
  network: ConfigurationValues['hplmn'][number]
  onRemove: (index: number) => void
}

/** Checked when the form is sent: a fault that came up on leaving the field would move what is about to be clicked. */
function NetworkRow({ form, name, index, network, onRemove }: NetworkRowProps) {
  const path = `${name}.${index}`
  const values = { position: index + 1, list: configurationTexts.fields[name].label }
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
      <div className={classes.place}>{networkPlace(network.plmn)}</div>
      <div className={classes.access}>
        <TickChips
          label={say(texts.access, { position: index + 1 })}
          path={`${path}.access`}
          choices={technologies}
          value={network.access}
          onChange={(access) => form.setFieldValue(`${path}.access`, access)}
        />
      </div>
      <ActionIcon className={classes.remove} aria-label={say(texts.remove, values)} onClick={() => onRemove(index)}>
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
