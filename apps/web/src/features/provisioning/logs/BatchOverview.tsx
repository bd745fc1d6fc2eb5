import { Anchor, Button } from '@mantine/core'
import * as contract from '@simwright/contract/provisioning/batch'
import { IconDeviceSim, IconFileDownload, IconKey, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { save } from '../../../api/file.ts'
import { useMutation } from '../../../api/mutation.ts'
import { useSave } from '../../../api/save.ts'
import { useNow } from '../../../base/now.ts'
import { batchPath, configurationPath, fleetOfPath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { say } from '../../../texts/text.ts'
import { ProgressBar } from '../../../ui/chart/ProgressBar.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Grid, Row } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './BatchOverview.module.css'
import { formatTook, leftMs, tookMs } from './batch-outcome.ts'
import { logTexts } from './logs-texts.ts'

const texts = logTexts.batches

/** The progress of a batch, its counts, its result file and its source. */
export function BatchOverview({ batch }: { batch: contract.Batch }) {
  const nowMs = useNow(1000)
  const took = tookMs(batch, nowMs)
  const { counts, columns: names } = texts
  return (
    <>
      <div className="boxed" style={{ padding: 16 }}>
        <ProgressBar
          label={say(texts.bar, { code: batch.code })}
          total={batch.total}
          succeeded={batch.succeeded}
          failed={batch.failed}
          leftMs={leftMs(batch, nowMs)}
        />
        <Grid as="dl" min={72} gap={12} mt={16} className={classes.counts}>
          <Count label={counts.total} value={batch.total} />
          <Count label={counts.succeeded} value={batch.succeeded} />
          <Count label={counts.failed} value={batch.failed} isBad={batch.failed > 0} />
          {batch.leftOut > 0 && <Count label={counts.leftOut} value={batch.leftOut} />}
        </Grid>
      </div>
      <Actions batch={batch} />
      <KeyValue
        items={[
          { label: names.type, value: profileTexts.batchTypes[batch.type] },
          { label: names.configuration, value: <Configuration batch={batch} /> },
          { label: texts.range, value: batch.range && <Range range={batch.range} /> },
          { label: names.file, value: batch.fileName },
          { label: names.protection, value: batch.protection && profileTexts.protections[batch.protection] },
          { label: names.createdBy, value: batch.createdBy },
          { label: names.createdAt, value: <Time at={batch.createdAt} /> },
          { label: texts.completed, value: batch.completedAt && <Time at={batch.completedAt} /> },
          { label: names.took, value: took === undefined ? null : formatTook(took) },
        ]}
      />
    </>
  )
}

function Count({ label, value, isBad }: { label: string; value: number; isBad?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-bad={isBad || undefined}>{value.toLocaleString('en')}</dd>
    </div>
  )
}

function Range({ range: { firstIccid, lastIccid } }: { range: NonNullable<contract.Batch['range']> }) {
  const { number } = useMasks()
  return `${number(firstIccid)} – ${number(lastIccid)}`
}

function Actions({ batch }: { batch: contract.Batch }) {
  const [isSaving, setSaving] = useState(false)
  const mayStop = useAllowed('Generate_Ac_Create')
  const maySeeFleet = useAllowed('Fleet_View')
  const leftOut = useSave(contract.leftOut)
  const saveResult = () => {
    setSaving(true)
    save(contract.result, { id: batch.id })
      .catch(() => {})
      .finally(() => setSaving(false))
  }
  return (
    <Row mt={16} mb={12}>
      {batch.process === 'COMPLETE' && (
        <Button
          leftSection={<IconFileDownload size={16} />}
          onClick={saveResult}
          loading={isSaving}
          title={texts.resultHelp}
        >
          {texts.result}
        </Button>
      )}
      {maySeeFleet && batch.succeeded > 0 && (
        <Button
          component={Link}
          {...fleetOfPath({ batch: batch.code })}
          variant="default"
          leftSection={<IconDeviceSim size={16} />}
        >
          {texts.fleet}
        </Button>
      )}
      {mayStop && batch.leftOutUntil !== null && (
        <Button
          variant="default"
          leftSection={<IconFileDownload size={16} />}
          loading={leftOut.isPending}
          onClick={() => leftOut.start({ id: batch.id })}
        >
          {generateTexts.progress.leftOut.file}
        </Button>
      )}
      {mayStop && batch.coreFile === 'open' && (
        <Button component={Link} {...batchPath(batch.id)} variant="default" leftSection={<IconKey size={16} />}>
          {texts.coreFile}
        </Button>
      )}
      {mayStop && batch.process === 'PROCESSING' && !batch.canceled && <StopButton batch={batch} />}
    </Row>
  )
}

function StopButton({ batch: { id, code } }: { batch: contract.Batch }) {
  const stop = useMutation(contract.cancel, {
    changes: [contract.list, contract.get],
    onSuccess: () => toast.info(say(texts.canceled, { code })),
  })
  const askToStop = async () => {
    const question = { title: say(texts.cancelTitle, { code }), text: texts.cancelText, proceed: texts.cancelProceed }
    if (await confirm({ ...question, tone: 'danger' })) stop.mutate({ id })
  }
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={16} />}
      onClick={() => void askToStop()}
      loading={stop.isPending}
    >
      {texts.cancel}
    </Button>
  )
}

function Configuration({ batch }: { batch: contract.Batch }) {
  const maySee = useAllowed('Profile_Config_View')
  const { configurationId: id, configurationName: name, configurationVersion: version } = batch
  if (id === null || name === null) return texts.eachItsOwn
  const text = say(texts.configurationVersion, { name, version: version ?? '' })
  if (!maySee) return text
  return (
    <Anchor component={Link} {...configurationPath('view', id)} inherit>
      {text}
    </Anchor>
  )
}
