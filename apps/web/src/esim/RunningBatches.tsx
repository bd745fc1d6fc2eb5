import { Button } from '@mantine/core'
import { generateTexts } from '../texts/generate.ts'
import { profileTexts } from '../texts/profile.ts'
import { say } from '../texts/text.ts'
import { ProgressBar } from '../ui/chart/ProgressBar.tsx'
import { Grid, Stack } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { runningBatches, useRunning } from './running.ts'

const { running: texts, progress } = generateTexts

/** The batches that are being generated, each with a button that opens it; nothing when none is. */
export function RunningBatches({ onBatch }: { onBatch: (id: string) => void }) {
  const batches = useRunning(runningBatches)
  if (batches.length === 0) return null
  return (
    <Panel title={texts.title}>
      <Stack gap={14}>
        {batches.map(({ id, code, type, configurationName, total, succeeded, failed }) => (
          <Grid columns="minmax(0, 1fr) auto" gap="4 16" align="center" key={id}>
            <div>
              <div className="size-text" style={{ marginBottom: 6 }}>
                <code>{code}</code> · {configurationName ?? profileTexts.batchTypes[type]}
              </div>
              <ProgressBar label={say(progress.bar, { code })} total={total} succeeded={succeeded} failed={failed} />
            </div>
            <Button variant="default" onClick={() => onBatch(id)}>
              {texts.open}
            </Button>
          </Grid>
        ))}
      </Stack>
    </Panel>
  )
}
