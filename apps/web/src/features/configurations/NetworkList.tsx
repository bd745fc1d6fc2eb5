import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { accessTechnologies } from '@simwright/contract/configuration'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { networkPlace } from '../../esim/network-place.ts'
import { configurationTexts } from '../../texts/configuration.ts'
import { say } from '../../texts/text.ts'
import { TickChips } from '../../ui/TickChips.tsx'
import { type ConfigurationValues, newNetwork } from './form-values.ts'
import classes from './NetworkField.module.css'

const texts = configurationTexts.network
const technologies = accessTechnologies.map((value) => ({ value: value as string, label: texts.technologies[value] }))

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
          <div key={index} className={classes.network}>
            <TextInput
              aria-label={say(texts.plmn, { position: index + 1, list: label })}
              placeholder={texts.placeholder}
              name={`${name}.${index}.plmn`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              className={classes.plmn}
              {...form.getInputProps(`${name}.${index}.plmn`)}
            />
            <div className={classes.place}>{networkPlace(network.plmn)}</div>
            <div className={classes.access}>
              <TickChips
                label={say(texts.access, { position: index + 1 })}
                path={`${name}.${index}.access`}
                choices={technologies}
                value={network.access}
                onChange={(access) => form.setFieldValue(`${name}.${index}.access`, access)}
              />
              {form.errors[`${name}.${index}.access`] && (
                <div className={classes.fault}>{form.errors[`${name}.${index}.access`]}</div>
              )}
            </div>
            <ActionIcon
              className={classes.remove}
              aria-label={say(texts.remove, { position: index + 1, list: label })}
              onClick={() => remove(index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
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
