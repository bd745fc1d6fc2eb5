import { Button, Checkbox } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import type { NineteenDigits } from '@simwright/ids'
import { IconDownload } from '@tabler/icons-react'
import { useSave } from '../../../api/save.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { sayCount } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './PreviewView.module.css'

const texts = generateTexts.preview

export type Choice = {
  leaveOutFaulty: boolean
  generateAgain: boolean
  /** The answer to what ICCIDs of 19 digits are; absent: none. */
  nineteenDigits?: NineteenDigits
}

type FaultPanelProps = { staged: source.Source; choice: Choice; onChoice: (choice: Choice) => void }

/** How often each rule is violated, and the choices for invalid rows and for rows that exist already. */
export function FaultPanel({ staged, choice, onChoice }: FaultPanelProps) {
  const { faulty, existing } = staged
  return (
    <div className={classes.faults} data-single={faulty === 0 || undefined}>
      {faulty > 0 && <Faults staged={staged} />}
      <Panel title={texts.decideTitle}>
        <Stack gap={14}>
          {faulty > 0 && (
            <Checkbox
              size="sm"
              label={sayCount(texts.leaveOut, faulty)}
              description={texts.leaveOutHelp}
              checked={choice.leaveOutFaulty}
              onChange={(event) => onChoice({ ...choice, leaveOutFaulty: event.currentTarget.checked })}
            />
          )}
          {existing > 0 && (
            <Checkbox
              size="sm"
              label={sayCount(texts.generateAgain, existing)}
              description={texts.generateAgainHelp}
              checked={choice.generateAgain}
              onChange={(event) => onChoice({ ...choice, generateAgain: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </Panel>
    </div>
  )
}

function Faults({ staged: { id, faultCounts } }: { staged: source.Source }) {
  const file = useSave(source.faults)
  return (
    <Panel
      title={texts.faultsTitle}
      text={texts.faultsText}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} />}
          loading={file.isPending}
          title={texts.faultsFileNote}
          onClick={() => file.start({ id })}
        >
          {texts.faultsFile}
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={texts.rules} tabIndex={0}>
        <Stack as="ul" gap={0} className={classes.rules}>
          {faultCounts.map(({ column, rule, text, count }) => (
            <li key={`${column} ${rule}`}>
              <code className="ellipsis size-small strong" style={{ whiteSpace: 'normal' }}>
                {column || texts.row}
              </code>
              <span className={classes.ruleText}>{text}</span>
              <span className="muted size-small figures">{sayCount(texts.times, count)}</span>
            </li>
          ))}
        </Stack>
      </section>
    </Panel>
  )
}
