import { Button } from '@mantine/core'
import * as batch from '@simwright/contract/provisioning/batch'
import { IconDownload } from '@tabler/icons-react'
import { useSave } from '../../../api/save.ts'
import { formatTime } from '../../../base/time.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './ProgressView.module.css'

const texts = generateTexts.progress.leftOut

/** The rows of the file that the batch left out, and their file. */
export function LeftOutPanel({ batch: { id, leftOut, leftOutUntil } }: { batch: batch.Batch }) {
  const mayCreate = useAllowed('Generate_Ac_Create')
  const file = useSave(batch.leftOut)
  const isOpen = leftOutUntil !== null && mayCreate
  return (
    <Panel
      title={sayCount(texts.title, leftOut)}
      actions={
        isOpen && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            loading={file.isPending}
            onClick={() => file.start({ id })}
          >
            {texts.file}
          </Button>
        )
      }
    >
      <Note mt={14} className={classes.note}>
        {leftOutUntil === null ? texts.over : say(texts.text, { time: formatTime(leftOutUntil) })}
      </Note>
    </Panel>
  )
}
