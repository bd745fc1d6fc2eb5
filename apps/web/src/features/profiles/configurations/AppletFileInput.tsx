import { Button, Select } from '@mantine/core'
import type { TextField } from '@simwright/contract/field'
import * as applets from '@simwright/contract/profiles/applet-file'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { say } from '../../../texts/text.ts'
import { AppletFiles } from './AppletFiles.tsx'
import { appletFileTexts as texts } from './applet-file-texts.ts'
import { type FieldInputProps, inputProps } from './field-input.ts'

/** Chooses one of the uploaded applet files, or the applet that is present on the card. */
export function AppletFileInput(props: FieldInputProps<TextField>) {
  const { form, path, field } = props
  const [isOpen, setOpen] = useState(false)
  const items = useAsk(applets.list, {}).data?.items ?? []
  const value = String(form.getInputProps(path).value)
  const options = items
    .filter(({ isReplaced, sha256 }) => !isReplaced || sha256 === value)
    .map(({ fileName, sha256, packageVersion }) => ({
      value: sha256,
      label: say(texts.option, { name: fileName, version: packageVersion, hash: sha256.slice(0, 8) }),
    }))
  const isKnown = value === '' || options.some((one) => one.value === value)
  const unknown = isKnown ? [] : [{ value, label: value }]
  return (
    <div>
      <Select
        data={[{ value: '', label: field.absent ?? '' }, ...unknown, ...options]}
        allowDeselect={false}
        {...inputProps(props)}
      />
      <Button mt={8} variant="default" size="xs" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <AppletFiles
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onUploaded={({ sha256 }) => form.setFieldValue(path, sha256)}
      />
    </div>
  )
}
