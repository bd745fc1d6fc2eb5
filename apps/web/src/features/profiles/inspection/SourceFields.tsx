import { SegmentedControl, Select, Textarea } from '@mantine/core'
import * as configuration from '@simwright/contract/profiles/configuration'
import { PACKAGE_BYTES_MAX, type PackageSource } from '@simwright/contract/profiles/inspection'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { inspectionTexts as texts } from '../../../texts/inspection.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/DropArea.tsx'
import classes from './Inspection.module.css'
import { readPackageFile } from './read-file.ts'

type Kind = keyof typeof texts.kinds

/** Files may have up to three characters per byte. */
const FILE_BYTES_MAX = 3 * PACKAGE_BYTES_MAX
/** Endings of files with packages. */
const ENDINGS = ['.der', '.bin', '.upp', '.hex', '.txt', '.b64', '.dat']
/** The most that a list returns at once. */
const LISTED = 200

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
      {kind === 'configuration' && <ConfigurationSelect value={value} onChange={onChange} error={error} />}
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

function ConfigurationSelect({ value, onChange, error }: SourceFieldsProps) {
  const [search, setSearch] = useState('')
  const { data } = useAsk(configuration.list, { filter: { name: search }, limit: LISTED }, { keepPrevious: true })
  const rows = data?.items ?? []
  const version = value?.kind === 'configuration' ? value.version : undefined
  return (
    <Select
      label={texts.configuration}
      description={version === undefined ? texts.configurationHelp : say(texts.configurationVersion, { version })}
      placeholder={texts.chooseConfiguration}
      nothingFoundMessage={texts.noConfiguration}
      searchable
      data={rows.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={value?.kind === 'configuration' ? value.id : null}
      onChange={(id) => onChange(id === null ? undefined : { kind: 'configuration', id })}
      onSearchChange={(text) => setSearch(rows.some(({ name }) => name === text) ? '' : text)}
      error={error}
    />
  )
}

function FileField({ onChange, error }: Pick<SourceFieldsProps, 'onChange' | 'error'>) {
  const [file, setFile] = useState<File>()
  const read = async (chosen: File | undefined) => {
    setFile(chosen)
    onChange(chosen && { kind: 'text', text: await readPackageFile(chosen) })
  }
  return (
    <DropArea
      label={texts.file}
      hint={texts.fileHint}
      accept={ENDINGS}
      maxBytes={FILE_BYTES_MAX}
      file={file}
      onFile={(chosen) => void read(chosen)}
      error={error}
    />
  )
}
