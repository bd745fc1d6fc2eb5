import { FileInput } from '@mantine/core'
import type { TextField } from '@simwright/contract/field'
import { IconPhoto } from '@tabler/icons-react'
import { configurationTexts } from '../../../texts/configuration.ts'
import classes from './ConfigurationForm.module.css'
import type { FieldInputProps } from './field-input.ts'
import { iconSource } from './icon-source.ts'

const texts = configurationTexts.icon

/** A small picture from a file, kept as Base64 and shown as the phone gets it. */
export function IconInput({ form, path, field: { label, help, schema } }: FieldInputProps<TextField>) {
  const value: string = form.getInputProps(path).value
  const choose = async (file: File | null) => {
    const base64 = file
      ? btoa(String.fromCharCode(...new Uint8Array(await file.slice(0, READ_BYTES).arrayBuffer())))
      : ''
    form.setFieldValue(path, base64)
    const [issue] = base64 === '' ? [] : (schema.safeParse(base64).error?.issues ?? [])
    if (issue) form.setFieldError(path, issue.message)
  }
  const source = iconSource(value)
  return (
    <div className={classes.icon}>
      <FileInput
        clearable
        className={classes.iconFile}
        label={label}
        description={help}
        placeholder={value === '' ? texts.choose : texts.chosen}
        accept="image/png,image/jpeg"
        leftSection={<IconPhoto size={16} />}
        data-path={path}
        onChange={(file) => void choose(file)}
        error={form.errors[path]}
      />
      {source !== undefined && schema.safeParse(value).success && (
        <img src={source} alt={texts.alt} width={64} height={64} className={classes.iconImage} />
      )}
    </div>
  )
}

/** More than an icon can have: a larger file is refused for its size. */
const READ_BYTES = 4096
