import { Button } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { saveBlob } from '../../../api/file.ts'
import { platform } from '../../../brand/platform.ts'
import { securityTexts } from '../../../texts/security.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Grid, Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { copyText } from '../../../ui/text/CopyButton.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Dialog.module.css'

const texts = securityTexts.security

type RecoveryCodesDialogProps = { codes: readonly string[] | undefined; onClose: () => void }

/** Recovery codes, shown once. Only the button closes the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const all = codes?.join('\n') ?? ''
  const copy = async () => {
    if (await copyText(all)) toast.success(uiTexts.copied)
  }
  const saveFile = () =>
    saveBlob(new Blob([`${all}\n`], { type: 'text/plain' }), `${platform().appName}-recovery-codes.txt`)
  return (
    <Dialog
      opened={codes !== undefined}
      onClose={onClose}
      title={texts.codesTitle}
      size={500}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Note size="same">{texts.codesText}</Note>
        <Grid as="ul" min={190} gap="8 16" className={classes.codes}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Grid>
        <Row className={classes.buttons}>
          <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
            {texts.codesCopy}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} />} onClick={saveFile}>
            {texts.codesSave}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {texts.codesKept}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
