import type { Source } from '@simwright/contract/profiles/source'
import { generateTexts } from '../../../texts/generate.ts'
import { sayCount } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './PreviewView.module.css'

const texts = generateTexts.preview

/** What is probably wrong with rows that can be generated, and how many rows it concerns. */
export function WarningPanel({ staged: { warningCounts } }: { staged: Source }) {
  return (
    <div className={classes.faults} data-single>
      <Panel title={texts.warningsTitle} text={texts.warningsText}>
        <Stack as="ul" gap={0} className={classes.rules}>
          {warningCounts.map(({ column, rule, text, count }) => (
            <li key={rule}>
              <code className="ellipsis size-small strong" style={{ whiteSpace: 'normal' }}>
                {column}
              </code>
              <span className={classes.ruleText}>{text}</span>
              <span className="muted size-small figures">{sayCount(texts.times, count)}</span>
            </li>
          ))}
        </Stack>
      </Panel>
    </div>
  )
}
