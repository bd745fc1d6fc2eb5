import { SegmentedControl, Textarea } from '@mantine/core'
import type { PackageSource } from '@simwright/contract/profiles/inspection'
import { PACKAGE_TEXT_MAX } from '@simwright/contract/profiles/package-text'
import { useState } from 'react'
import { ConfigurationSelect } from '../../../esim/ConfigurationSelect.tsx'
import { packageText } from '../../../esim/package-text.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import classes from './Inspection.module.css'
import { inspectionTexts as texts } from './inspection-texts.ts'

type Kind = keyof typeof texts.kinds

/** Endings of files with packages. */
const ENDINGS = ['.der', '.bin', '.upp', '.hex', '.txt', '.b64', '.dat']

type SourceFieldsProps = {
  value: PackageSource | undefined
  onChange: (source: PackageSource | undefined) => void
  error?: string | undefined
}

/** Chooses a package: that of a profile configuration, a file, or text. */
export function SourceFields({ value, onChange, error }: SourceFieldsProps) {
  const [kind, setKind] = useState<Kind>(value?.kind ?? 'configuration')
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={texts.from}
        data={Object.entries(texts.kinds).map(([id, label]) => ({ value: id, label }))}
        value={kind}
        onChange={(next) => {
          setKind(next as Kind)
          onChange(undefined)
        }}
      />
      {kind === 'configuration' && (
        <div>
          <ConfigurationSelect
            label={texts.configuration}
            name="configuration"
            packages="built"
            value={value?.kind === 'configuration' ? value.id : undefined}
            onChange={(id) => onChange(id === undefined ? undefined : { kind: 'configuration', id })}
            error={error}
          />
          <p className="fine muted" style={{ marginTop: 5 }}>
            {versionText(value)}
          </p>
        </div>
      )}
      {kind === 'file' && <FileField onChange={onChange} error={error} />}
      {kind === 'text' && (
        <Textarea
          label={texts.text}
          description={texts.textHelp}
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          classNames={{ input: classes.mono }}
          value={value?.kind === 'text' ? value.text : ''}
          error={error}
          onChange={({ currentTarget: { value: text } }) =>
            onChange(text.trim() === '' ? undefined : { kind: 'text', text })
          }
        />
      )}
    </>
  )
}

/** Which version is inspected. */
function versionText(value: PackageSource | undefined): string {
  const version = value?.kind === 'configuration' ? value.version : undefined
  return version === undefined ? texts.configurationHelp : say(texts.configurationVersion, { version })
}

function FileField({ onChange, error }: Pick<SourceFieldsProps, 'onChange' | 'error'>) {
  const [file, setFile] = useState<File>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const read = async (chosen: File | undefined) => {
    setFile(chosen)
    const text = chosen && packageText(new Uint8Array(await chosen.arrayBuffer()))
    setIsTooLarge(chosen !== undefined && text === undefined)
    onChange(text === undefined ? undefined : { kind: 'text', text })
  }
  return (
    <DropArea
      label={texts.file}
      hint={texts.fileHint}
      accept={ENDINGS}
      maxBytes={PACKAGE_TEXT_MAX}
      file={file}
      onFile={(chosen) => void read(chosen)}
      error={isTooLarge ? texts.tooLarge : error}
    />
  )
}
