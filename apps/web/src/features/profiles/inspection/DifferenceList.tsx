import { Alert } from '@mantine/core'
import type { PackageDifference } from '@simwright/contract/profiles/inspection'
import { IconCircleCheck } from '@tabler/icons-react'
import { sayCount } from '../../../texts/text.ts'
import { Grid, Note, Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './Inspection.module.css'
import { inspectionTexts as texts } from './inspection-texts.ts'

const TONES = { added: 'success', removed: 'danger', changed: 'info' } as const

/** What is different in the second package, part by part. `count`: of all, also those on later pages. */
type Differences = { differences: readonly PackageDifference[]; count: number }

export function DifferenceList({ differences, count }: Differences) {
  if (differences.length === 0)
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />} title={texts.same}>
        {texts.sameText}
      </Alert>
    )
  return (
    <Panel title={sayCount(texts.differences, count)} padding="none">
      <ul>
        {differences.map((difference, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className={classes.difference}>
            <Row className={classes.differenceHead}>
              <StatusBadge tone={TONES[difference.kind]}>{texts.differenceKinds[difference.kind]}</StatusBadge>
              <span className={classes.label}>{difference.location.join(' › ')}</span>
              {difference.path && <code className={classes.path}>{difference.path.toUpperCase()}</code>}
            </Row>
            <Grid min={240} mt={8}>
              <Side name={texts.before} lines={difference.before} />
              <Side name={texts.after} lines={difference.after} />
            </Grid>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Side({ name, lines }: { name: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div style={{ minWidth: 0 }}>
      <Note>{name}</Note>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never move
        <p key={index} className="wrap">
          {line}
        </p>
      ))}
    </div>
  )
}
