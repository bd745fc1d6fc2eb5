import { ActionIcon, Button } from '@mantine/core'
import * as applets from '@simwright/contract/profiles/applet-file'
import { type AppletFile, appletFileLimits } from '@simwright/contract/profiles/applet-file'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { formatBytes } from '../../../base/size.ts'
import { say } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { toast } from '../../../ui/toast.ts'
import { appletFileTexts as texts } from './applet-file-texts.ts'

type AppletFilesProps = { isOpen: boolean; onClose: () => void; onUploaded: (file: AppletFile) => void }

/** The applet files of the enterprise account: upload, replace, delete. */
export function AppletFiles({ isOpen, onClose, onUploaded }: AppletFilesProps) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={texts.title} size={680}>
      {isOpen && <Files onUploaded={onUploaded} />}
    </Dialog>
  )
}

const changes = [applets.list]

function Files({ onUploaded }: Pick<AppletFilesProps, 'onUploaded'>) {
  const { data } = useAsk(applets.list, {})
  const [replaced, setReplaced] = useState<AppletFile>()
  const save = useUpload(applets.upload, {
    silent: true,
    changes,
    onSuccess: (file) => {
      setReplaced(undefined)
      onUploaded(file)
      toast.success(texts.saved)
    },
  })
  const remove = useMutation(applets.remove, { changes, onSuccess: () => toast.success(texts.removed) })
  const refusal = save.error && (save.error.faults[0]?.text ?? save.error.message)
  const take = (file: File | undefined) => {
    save.reset()
    if (file) save.mutate({ file, fields: replaced ? { replaces: replaced.id } : {} })
  }
  return (
    <>
      <Note mb={12}>{texts.about}</Note>
      <DropArea
        label={replaced ? say(texts.chooseFor, { name: replaced.fileName }) : texts.choose}
        hint={say(texts.hint, { kib: appletFileLimits.kibibytes })}
        accept={['.cap', '.ijc']}
        maxBytes={appletFileLimits.kibibytes * 1024}
        file={undefined}
        onFile={take}
        uploadShare={save.share}
        error={refusal}
      />
      <ul style={{ marginTop: 12 }}>
        {(data?.items ?? []).map((file) => (
          <FileRow
            key={file.id}
            file={file}
            onReplace={() => setReplaced(file)}
            onRemove={() => remove.mutate({ id: file.id })}
          />
        ))}
      </ul>
    </>
  )
}

type FileRowProps = { file: AppletFile; onReplace: () => void; onRemove: () => void }

function FileRow({ file, onReplace, onRemove }: FileRowProps) {
  const { fileName, sha256, isReplaced, isUsed } = file
  return (
    <Row as="li" nowrap className="ruled" style={{ padding: '10px 0' }}>
      <div className="grow">
        <div className="wrap medium">{fileName}</div>
        <Note as="div" size="small">
          {factsOf(file)}
        </Note>
        <Note as="div" size="small">
          {texts.hash} <Mono maxChars={24}>{sha256}</Mono>
        </Note>
      </div>
      {!isReplaced && (
        <Button variant="default" size="xs" aria-label={say(texts.replaceFile, { name: fileName })} onClick={onReplace}>
          {texts.replace}
        </Button>
      )}
      <ActionIcon aria-label={say(texts.removeFile, { name: fileName })} disabled={isUsed} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Row>
  )
}

const factsOf = ({ packageAid, packageVersion, bytes, isUsed, isReplaced }: AppletFile): string =>
  [
    say(texts.package, { aid: packageAid, version: packageVersion }),
    formatBytes(bytes),
    ...(isReplaced ? [texts.wasReplaced] : []),
    ...(isUsed ? [texts.used] : []),
  ].join(' · ')
