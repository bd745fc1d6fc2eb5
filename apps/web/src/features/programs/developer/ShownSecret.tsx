import { Button } from '@mantine/core'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { webhookTexts } from './webhook-texts.ts'

const texts = webhookTexts.shown

type ShownSecretProps = { secret: string; accessKey: string; onDone: () => void }

/** A new secret, which is shown only now, and what a program does with it. */
export function ShownSecret({ secret, accessKey, onDone }: ShownSecretProps) {
  return (
    <Stack gap={12}>
      <Note>{texts.text}</Note>
      <CopyField label={texts.secret} value={secret} />
      <CopyField label={texts.accessKey} value={accessKey} />
      <Note>{texts.forms}</Note>
      <Row gap={16} justify="end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Row>
    </Stack>
  )
}
