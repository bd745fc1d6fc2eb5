import { Button, Group } from '@mantine/core'
import { API_PREFIX } from '@simwright/contract/endpoint'
import { getUserPermissions } from '@simwright/contract/people/session'
import { developerTexts } from '../../../texts/developer.ts'
import { CommandBlock } from '../../../ui/CommandBlock.tsx'
import { CopyField } from '../../../ui/CopyField.tsx'
import layout from '../../../ui/FormLayout.module.css'
import classes from './DeveloperPage.module.css'

const texts = developerTexts.keys.shown

/** A new key, which is shown only now, and a call that tries it. The sample does not repeat the key. */
export function ShownKey({ value, onDone }: { value: string; onDone: () => void }) {
  return (
    <div className={layout.form}>
      <p className={classes.text}>{texts.text}</p>
      <CopyField label={texts.key} value={value} />
      <CommandBlock label={texts.sample} command={sampleCall(globalThis.location.origin)} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </div>
  )
}

/** A shell command that asks which permissions the key in API_KEY has. */
function sampleCall(origin: string): string {
  return [
    `curl ${origin}${API_PREFIX}${getUserPermissions.path}`,
    `-H "Authorization: Bearer $API_KEY"`,
    `-H 'Content-Type: application/json' -d '{}'`,
  ].join(' ')
}
