import * as configuration from '@simwright/contract/profiles/configuration'
import { missingForCodes } from '@simwright/contract/profiles/configuration'
import { useEffect, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { rememberChoice, useConfigurations, useFirstChoice } from '../../../esim/ConfigurationSelect.tsx'
import { newConfigurationPath } from '../../../esim/path.ts'
import { RunningBatches } from '../../../esim/RunningBatches.tsx'
import { noTraits } from '../../../esim/trait-value.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { generateTexts as texts } from '../../../texts/generate.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { Grid, Note, Stack, Title } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { ConfigurationPanel } from './ConfigurationPanel.tsx'
import { FilePanel, type FilePanelProps } from './FilePanel.tsx'
import { type Protection, ProtectionPanel } from './ProtectionPanel.tsx'
import { type EnteredRange, RangePanel } from './RangePanel.tsx'
import { RangeUsage } from './RangeUsage.tsx'
import { rangeTexts } from './range-texts.ts'
import classes from './SetupView.module.css'

type Method = 'file' | 'range'

type SetupViewProps = Pick<FilePanelProps, 'first' | 'waiting' | 'onWaiting'> & {
  /** Whether the subscribers come from a file or a range. */
  method: Method
  onMethod: (method: Method) => void
  configurationId: string | undefined
  onConfiguration: (id: string) => void
  protection: Protection
  onProtection: (protection: Protection) => void
  onStaged: (sourceId: string) => void
  onBatch: (batchId: string) => void
  /** Called when the preview of a range is shown or hidden. */
  onPreview: (isShown: boolean) => void
}

/** The first step: the configuration, and the file with its protection, or the range. */
export function SetupView(props: SetupViewProps) {
  const { method, onMethod, configurationId, onConfiguration, protection, onProtection, onStaged, onBatch } = props
  const all = useConfigurations({ packages: 'built' })
  const [range, setRange] = useState<EnteredRange>({ firstIccid: '', firstImsi: '', count: 100, traits: noTraits })
  const chosen = useAsk(configuration.get, { id: configurationId ?? '' }, { enabled: configurationId !== undefined })
  useRememberedChoice(configurationId, onConfiguration)
  const { isMissing, askForChoice, choose } = useRequiredChoice(configurationId, onConfiguration)
  if (all.error)
    return (
      <Panel>
        <ErrorState problem={all.error} onRetry={() => void all.refetch()} />
      </Panel>
    )
  if (all.data?.total === 0) return <NoConfiguration />
  const isReady =
    chosen.data !== undefined && missingForCodes(chosen.data.fields, chosen.data.confirmationCodeSet).length === 0
  const source = { configurationId: isReady ? configurationId : undefined, onMissing: askForChoice }
  return (
    <Grid columns="minmax(0, 1fr) 340px" singleBelow="75em" align="start" data-tour="generate">
      <Stack>
        <RunningBatches onBatch={onBatch} />
        <ConfigurationPanel
          id={configurationId}
          chosen={chosen}
          error={isMissing ? texts.configuration.missing : undefined}
          onChoose={choose}
        />
        <MethodPanel method={method} onMethod={onMethod} />
        {method === 'range' ? (
          <RangePanel {...source} entered={range} onEntered={setRange} onBatch={onBatch} onPreview={props.onPreview} />
        ) : (
          <>
            <ProtectionPanel protection={protection} onProtection={onProtection} />
            <FilePanel
              {...source}
              first={props.first}
              waiting={props.waiting}
              onWaiting={props.onWaiting}
              protection={protection}
              onStaged={onStaged}
            />
          </>
        )}
      </Stack>
      <div className={classes.aside}>
        {method === 'range' ? (
          <RangeHelp range={range} onRange={setRange} />
        ) : (
          <ColumnsPanel configurationId={source.configurationId} fields={chosen.data?.fields} />
        )}
      </div>
    </Grid>
  )
}

/** Chooses the configuration of the last time first, and remembers the one that is chosen. */
function useRememberedChoice(configurationId: string | undefined, onConfiguration: (id: string) => void): void {
  const first = useFirstChoice('built')
  useEffect(() => {
    if (configurationId === undefined && first !== undefined) onConfiguration(first)
  }, [configurationId, first, onConfiguration])
  useEffect(() => {
    if (configurationId !== undefined) rememberChoice(configurationId)
  }, [configurationId])
}

/** Whether the user tried to go on without a configuration; then the input of the configuration has the focus. */
function useRequiredChoice(configurationId: string | undefined, onConfiguration: (id: string) => void) {
  const [isMissing, setIsMissing] = useState(false)
  const askForChoice = () => {
    setIsMissing(configurationId === undefined)
    const field = document.querySelector<HTMLElement>('[data-path="configuration"]')
    field?.focus()
    // also if it has the focus already
    field?.scrollIntoView({ block: 'nearest' })
  }
  const choose = (id: string | undefined) => {
    if (id === undefined) return
    setIsMissing(false)
    onConfiguration(id)
  }
  return { isMissing, askForChoice, choose }
}

type RangeHelpProps = { range: EnteredRange; onRange: (range: EnteredRange) => void }

/** Which numbers are free, and what a range is. */
function RangeHelp({ range, onRange }: RangeHelpProps) {
  return (
    <Stack>
      <RangeUsage
        onFree={(kind, first) =>
          onRange({ ...range, ...(kind === 'ICCID' ? { firstIccid: first } : { firstImsi: first }) })
        }
      />
      <AboutRanges />
    </Stack>
  )
}

function MethodPanel({ method, onMethod }: { method: Method; onMethod: (method: Method) => void }) {
  const texts = rangeTexts.way
  return (
    <Panel title={texts.title}>
      <ChoiceCards
        label={texts.label}
        choices={[
          { value: 'file', ...texts.file },
          { value: 'range', ...texts.range },
        ]}
        value={method}
        onChange={onMethod}
      />
    </Panel>
  )
}

function AboutRanges() {
  const { title, items } = rangeTexts.about
  return (
    <Panel title={title}>
      <ul className={classes.columns}>
        {items.map(({ name, text }) => (
          <li key={name}>
            <Title as="div" size="text">
              {name}
            </Title>
            <Note as="div" size="small">
              {text}
            </Note>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function NoConfiguration() {
  const mayEdit = useAllowed('Profile_Config_Edit')
  const { noneTitle, noneText, noneTextView, add } = texts.configuration
  return (
    <Panel>
      <EmptyState
        drawing="form"
        title={noneTitle}
        text={mayEdit ? noneText : noneTextView}
        button={mayEdit ? { label: add, to: newConfigurationPath } : undefined}
      />
    </Panel>
  )
}
