import { ActionIcon, Button, NumberInput } from '@mantine/core'
import { type PlanTier, TIERS_MAX } from '@simwright/contract/platform/plan'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { MoneyInput } from './MoneyInput.tsx'
import classes from './PlanForm.module.css'
import { plansTexts } from './plans-texts.ts'

const texts = plansTexts.drawer

type TiersProps = {
  tiers: readonly PlanTier[]
  errors: Record<string, ReactNode>
  mayEdit: boolean
  onTiers: (tiers: PlanTier[]) => void
}

/** Prices of larger monthly download volumes, one tier per line. */
export function Tiers({ tiers, errors, mayEdit, onTiers }: TiersProps) {
  // stable React keys, so that a line keeps its inputs when a line above it is removed
  const [keys, setKeys] = useState(() => tiers.map((_, index) => index))
  const [initialTiers] = useState(tiers)
  const change = (index: number, fields: Partial<Record<keyof PlanTier, number | null>>) =>
    onTiers(tiers.map((tier, at) => (at === index ? ({ ...tier, ...fields } as PlanTier) : tier)))
  const remove = (index: number) => {
    setKeys(keys.filter((_, at) => at !== index))
    onTiers(tiers.filter((_, at) => at !== index))
  }
  const add = () => {
    setKeys([...keys, Math.max(-1, ...keys, initialTiers.length - 1) + 1])
    onTiers([...tiers, { downloads: null, monthlyCents: null } as unknown as PlanTier])
  }
  return (
    <Stack gap={12} align="start">
      {keys.map((key, index) => {
        const number = index + 1
        return (
          <div key={key} className={classes.tier}>
            <NumberInput
              name={`tiers.${index}.downloads`}
              label={say(texts.tierDownloads, { number })}
              min={1}
              hideControls
              allowDecimal={false}
              thousandSeparator=","
              clampBehavior="none"
              readOnly={!mayEdit}
              defaultValue={initialTiers[key]?.downloads ?? ''}
              error={errors[`tiers.${index}.downloads`]}
              onChange={(value) => change(index, { downloads: value === '' ? null : Number(value) })}
            />
            <MoneyInput
              name={`tiers.${index}.monthlyCents`}
              label={say(texts.tierPrice, { number })}
              cents={initialTiers[key]?.monthlyCents ?? null}
              readOnly={!mayEdit}
              error={errors[`tiers.${index}.monthlyCents`]}
              onCents={(monthlyCents) => change(index, { monthlyCents })}
            />
            {mayEdit && (
              <ActionIcon size="lg" aria-label={say(texts.tierRemove, { number })} onClick={() => remove(index)}>
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {mayEdit && keys.length < TIERS_MAX && (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
          {texts.tierAdd}
        </Button>
      )}
    </Stack>
  )
}
