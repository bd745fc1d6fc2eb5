import { Button, Radio } from '@mantine/core'
import { appletFileLimits } from '@simwright/contract/profiles/applet-file'
import type { PlatformApplet, PlatformAppletFile } from '@simwright/contract/profiles/platform-applet'
import * as applets from '@simwright/contract/profiles/platform-applet'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useUpload } from '../../../api/use-upload.ts'
import { formatBytes } from '../../../base/size.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { DropArea } from '../../../ui/form/DropArea.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './PlatformForm.module.css'
import { platformAppletTexts as texts } from './platform-applet-texts.ts'

type PlatformAppletInputProps = {
  platformId: string
  item: PlatformApplet
  /** Someone else has changed the applet meanwhile. */
  onStale: () => void
}

const changes = [applets.list]

/** Whether an applet is present on the card or from a file, and that file. */
export function PlatformAppletInput(props: PlatformAppletInputProps) {
  const { item } = props
  const { applet, file } = item
  const { label, help } = texts.applets[applet]
  const mayEdit = useAllowed('Admin_Platform_Edit')
  const { isChoosing, save, setChoosing, take, chooseCard } = useAppletSource(props)
  return (
    <div>
      <Radio.Group
        label={label}
        inputWrapperOrder={['label', 'description', 'input']}
        description={`${help} ${usedText(item)}`}
        value={file || isChoosing ? 'file' : 'card'}
        onChange={(source) => (source === 'card' ? void chooseCard() : setChoosing(!file))}
      >
        <Stack gap={10} mt={10}>
          <Radio value="card" label={texts.card} description={texts.cardHelp} disabled={!mayEdit} />
          <Radio value="file" label={texts.file} description={texts.fileHelp} disabled={!mayEdit} />
        </Stack>
      </Radio.Group>
      {(file || isChoosing) && (
        <Stack gap={12} align="stretch" mt={12} className={classes.applet}>
          {file && <FileFacts file={file} />}
          {isChoosing && (
            <DropArea
              label={say(texts.choose, { applet: label })}
              hint={say(texts.hint, { kib: appletFileLimits.kibibytes })}
              accept={['.cap', '.ijc']}
              maxBytes={appletFileLimits.kibibytes * 1024}
              file={undefined}
              onFile={take}
              uploadShare={save.share}
              error={save.error && (save.error.faults[0]?.text ?? save.error.message)}
            />
          )}
          {file && mayEdit && (
            <Button
              variant="default"
              size="xs"
              aria-label={isChoosing ? undefined : say(texts.replaceOf, { applet: label })}
              onClick={() => {
                save.reset()
                setChoosing(!isChoosing)
              }}
            >
              {isChoosing ? texts.keep : texts.replace}
            </Button>
          )}
        </Stack>
      )}
    </div>
  )
}

/** Uploads the file of an applet, or removes it after asking. */
function useAppletSource({ platformId, item, onStale }: PlatformAppletInputProps) {
  const { applet, file } = item
  const { label } = texts.applets[applet]
  const [isChoosing, setChoosing] = useState(false)
  const onError = (problem: Problem) => {
    if (isProblem(problem, 'changed_meanwhile')) onStale()
  }
  const save = useUpload(applets.upload, {
    silent: true,
    changes,
    onSuccess: () => {
      setChoosing(false)
      toast.success(say(texts.supplied, { applet: label }))
    },
  })
  const remove = useMutation(applets.remove, {
    changes,
    onSuccess: () => toast.success(say(texts.removed, { applet: label })),
  })
  const take = (chosen: File | undefined) => {
    save.reset()
    const fields = { platformId, applet, ...(file && { replaces: file.sha256 }) }
    if (chosen) save.mutate({ file: chosen, fields }, { onError })
  }
  const chooseCard = async () => {
    setChoosing(false)
    save.reset()
    if (file && (await confirmRemoval(item))) remove.mutate({ platformId, applet, sha256: file.sha256 }, { onError })
  }
  return { isChoosing, save, setChoosing, take, chooseCard }
}

const usedText = ({ configurations }: PlatformApplet) =>
  configurations === 0 ? texts.usedNone : sayCount(texts.used, configurations)

/** Asks before the file is deleted, and says what that affects. */
const confirmRemoval = (item: PlatformApplet): Promise<boolean> =>
  confirm({
    title: say(texts.removeTitle, { applet: texts.applets[item.applet].label }),
    text: `${usedText(item)} ${texts.removeText}`,
    proceed: texts.remove,
    tone: 'danger',
    undoText: texts.removeUndo,
  })

function FileFacts({ file }: { file: PlatformAppletFile }) {
  const { fileName, packageAid, classAids, packageVersion, bytes, sha256, uploadedAt, uploadedBy } = file
  return (
    <KeyValue
      items={[
        { label: texts.fileName, value: fileName },
        { label: texts.packageAid, value: <Mono copyAs={texts.packageAid}>{packageAid}</Mono> },
        { label: texts.classAids, value: classAids.map((aid) => <Mono key={aid}>{aid}</Mono>) },
        { label: texts.version, value: packageVersion },
        { label: texts.size, value: formatBytes(bytes) },
        {
          label: texts.hash,
          value: (
            <Mono copyAs={texts.hash} maxChars={24}>
              {sha256}
            </Mono>
          ),
        },
        {
          label: texts.uploaded,
          value: (
            <Time at={uploadedAt}>{say(texts.uploadedBy, { time: formatTime(uploadedAt), name: uploadedBy })}</Time>
          ),
        },
      ]}
    />
  )
}
