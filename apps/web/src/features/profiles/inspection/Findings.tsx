import { Alert } from '@mantine/core'
import type { PackageFinding } from '@simwright/contract/profiles/inspection'
import { IconCircleCheck } from '@tabler/icons-react'
import { sayCount } from '../../../texts/text.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './Inspection.module.css'
import { inspectionTexts as texts } from './inspection-texts.ts'

const TONES = { error: 'danger', warning: 'warning' } as const

/** What the checker says about a package, each with the clause of its rule. `count`: of all, also those not listed. */
type FindingList = { findings: readonly PackageFinding[]; count: number }

export function Findings({ findings, count }: FindingList) {
  if (findings.length === 0)
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />} title={texts.noFindings}>
        {texts.noFindingsText}
      </Alert>
    )
  return (
    <Panel title={sayCount(texts.findings, count)} padding="none">
      <ul>
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule may be violated several times, and the list never changes
          <li key={index} className={classes.finding}>
            <StatusBadge tone={TONES[finding.severity]}>{texts.severities[finding.severity]}</StatusBadge>
            <div>
              {finding.text}
              <Note>
                {finding.clause}
                {finding.path && ` · ${finding.path.toUpperCase()}`}
              </Note>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
