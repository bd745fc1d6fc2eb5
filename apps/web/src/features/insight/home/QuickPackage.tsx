import { FileInput } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { packageText } from '../../../esim/package-text.ts'
import { homeTexts } from './home-texts.ts'
import type { QuickFields } from './quick-input.ts'

const texts = homeTexts.quick.package

/** The whole profile package (UPP), from one file. */
export function QuickPackage({ form }: QuickFields) {
  const [file, setFile] = useState<File | null>(null)
  const choose = async (chosen: File | null) => {
    setFile(chosen)
    form.setFieldValue('upp', '')
    if (!chosen) return
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    const text = packageText(bytes)
    if (text === undefined) form.setFieldError('upp', texts.tooLarge)
    else form.setFieldValue('upp', text)
  }
  return (
    <FileInput
      withAsterisk
      clearable
      label={texts.label}
      description={texts.help}
      placeholder={texts.placeholder}
      leftSection={<IconFileUpload size={16} />}
      data-path="upp"
      value={file}
      onChange={(chosen) => void choose(chosen)}
      error={form.errors.upp}
    />
  )
}
