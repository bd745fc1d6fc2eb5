import { Button, Group } from '@mantine/core'
import { webhookTexts } from '../../../texts/webhook.ts'
import { CopyField } from '../../../ui/CopyField.tsx'
import classes from './Webhook.module.css'

const texts = webhookTexts.shown

type ShownSecretProps = { secret: string; accessKey: string; onDone: () => void }

/** A new secret, which is shown only now, and what a program does with it. */
export function ShownSecret({ secret, accessKey, onDone }: ShownSecretProps) {
  return (
    <div className={classes.stack}>
      <p className={classes.text}>{texts.text}</p>
      <CopyField label={texts.secret} value={secret} />
      <CopyField label={texts.accessKey} value={accessKey} />
      <p className={classes.text}>{texts.forms}</p>
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </div>
  )
}
