import { Button } from '@mantine/core'
import { API_PREFIX } from '@simwright/contract/endpoint'
import { getUserPermissions } from '@simwright/contract/people/session'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { CommandBlock } from '../../../ui/text/CommandBlock.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { developerTexts } from './developer-texts.ts'

const texts = developerTexts.keys.shown

/** A new key, which is shown only now, and a call that tries it. The sample does not repeat the key. */
export function ShownKey({ value, onDone }: { value: string; onDone: () => void }) {
  return (
    <Stack>
      <Note>{texts.text}</Note>
      <CopyField label={texts.key} value={value} />
      <CommandBlock label={texts.sample} command={sampleCall(globalThis.location.origin)} />
      <Row gap={16} justify="end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Row>
    </Stack>
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
