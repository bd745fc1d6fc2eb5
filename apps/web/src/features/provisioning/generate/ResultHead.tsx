import { Button } from '@mantine/core'
import * as batch from '@simwright/contract/provisioning/batch'
import { IconDeviceSim, IconDownload, IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSave } from '../../../api/save.ts'
import { batchLogPath, fleetOfPath } from '../../../esim/path.ts'
import { TryPhone, useTriable } from '../../../esim/TryPhone.tsx'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './ProgressView.module.css'

const texts = generateTexts.progress

/** Result of a complete batch, with its file and links to its profiles and its log. */
export function ResultHead({ batch: one, onMore }: { batch: batch.Batch; onMore: () => void }) {
  const { id, code, succeeded, failed, canceled } = one
  const mayRead = useAllowed('Generate_AC_Log_View')
  const file = useSave(batch.result)
  const tried = useTriable({ batchId: id }, succeeded > 0)
  // while the core-network file can be downloaded, which is possible once, that is the primary action
  const isSecond = useAllowed('Generate_Ac_Create') && one.coreFile === 'open'
  return (
    <Stack gap={0} align="center" className={classes.result}>
      <Illustration name={canceled ? 'log' : succeeded > 0 ? 'done' : 'broken'} />
      <div role="status">
        <Title as="h2" size="h1" mt={12}>
          {titleOf(one)}
        </Title>
      </div>
      {failed > 0 && <FailedCount failed={failed} />}
      {mayRead && (
        <Note mt={14} className={classes.note}>
          {texts.resultText}
        </Note>
      )}
      <Row justify="center" mt={20}>
        {mayRead && (
          <Button
            variant={isSecond ? 'default' : 'filled'}
            leftSection={<IconDownload size={16} />}
            loading={file.isPending}
            onClick={() => file.start({ id })}
          >
            {texts.result}
          </Button>
        )}
        {tried && <TryPhone profileId={tried} variant="default" />}
        {succeeded > 0 && (
          <Allowed need="Fleet_View">
            <Button
              variant="default"
              component={Link}
              {...fleetOfPath({ batch: code })}
              leftSection={<IconDeviceSim size={16} />}
            >
              {texts.fleet}
            </Button>
          </Allowed>
        )}
        {mayRead && (
          <Button variant="default" component={Link} {...batchLogPath(id)} leftSection={<IconListDetails size={16} />}>
            {texts.logs}
          </Button>
        )}
        <Button variant="subtle" onClick={onMore}>
          {texts.more}
        </Button>
      </Row>
    </Stack>
  )
}

function FailedCount({ failed }: { failed: number }) {
  return (
    <div style={{ marginTop: 8 }}>
      <StatusBadge tone="danger">{sayCount(texts.failedCount, failed)}</StatusBadge>
    </div>
  )
}

function titleOf({ canceled, succeeded }: batch.Batch): string {
  if (canceled) return sayCount(texts.stopped, succeeded)
  return succeeded === 0 ? texts.doneNone : sayCount(texts.done, succeeded)
}
