import { Alert, Textarea } from '@mantine/core'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as versions from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { configurationPath } from '../../../esim/path.ts'
import { say } from '../../../texts/text.ts'
import { DialogForm } from '../../../ui/form/DialogForm.tsx'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { versionTexts } from './configuration-version-texts.ts'

const texts = versionTexts.imported

type ImportDialogProps = {
  isOpen: boolean
  /** The configuration that gets a new version; absent: a new configuration is made. */
  into?: { id: string; version: number; name: string }
  onClose: () => void
}

/** Imports a YAML document from a file or the clipboard. After a refusal it can be corrected in place. */
export function ImportDialog({ isOpen, into, onClose }: ImportDialogProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={into ? texts.titleInto : texts.titleNew} size={680}>
      {isOpen && <ImportForm into={into} onClose={onClose} />}
    </Dialog>
  )
}

function ImportForm({ into, onClose }: Pick<ImportDialogProps, 'into' | 'onClose'>) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File>()
  const [isEmptyRefused, setEmptyRefused] = useState(false)
  const load = useMutation(yaml.importYaml, {
    silent: true,
    changes: [configuration.list, configuration.get, versions.list, queryOrder],
    onSuccess: ({ id, version }) => {
      toast.success(into ? say(texts.doneInto, { version }) : texts.doneNew)
      onClose()
      if (!into) void navigate(configurationPath('view', id))
    },
  })
  const change = (next: string) => {
    setText(next)
    setEmptyRefused(false)
  }
  const choose = async (chosen: File | undefined) => {
    setFile(chosen)
    if (chosen) change(await chosen.text())
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text.trim() === '') setEmptyRefused(true)
    else load.mutate({ yaml: text, ...(into ? { into: { id: into.id, version: into.version } } : {}) })
  }
  return (
    <DialogForm onSubmit={submit} submit={texts.proceed} isPending={load.isPending} onCancel={onClose}>
      <Note>
        {into
          ? say(texts.aboutInto, { name: into.name, version: into.version, next: into.version + 1 })
          : texts.aboutNew}
      </Note>
      {load.error && <ImportRefusal problem={load.error} />}
      <DropArea
        label={texts.choose}
        hint=".yaml, .yml"
        accept={['.yaml', '.yml']}
        maxBytes={yaml.YAML_MAX_CHARS}
        file={file}
        onFile={(chosen) => void choose(chosen)}
      />
      <Textarea
        withAsterisk
        label={texts.label}
        description={texts.help}
        autosize
        minRows={6}
        maxRows={18}
        spellCheck={false}
        classNames={{ input: 'code-text' }}
        value={text}
        error={isEmptyRefused ? texts.empty : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function ImportRefusal({ problem }: { problem: Problem }) {
  if (problem.faults.length === 0)
    return (
      <Alert color="red" role="alert">
        {problem.message}
      </Alert>
    )
  return (
    <Alert color="red" role="alert" title={texts.refused}>
      <ul className="bullets" style={{ marginTop: 6 }}>
        {problem.faults.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}
