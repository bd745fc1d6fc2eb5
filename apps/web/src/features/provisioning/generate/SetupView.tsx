import * as configuration from '@simwright/contract/profiles/configuration'
import { missingForCodes } from '@simwright/contract/profiles/configuration'
import { useEffect, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { rememberChoice, useConfigurations, useFirstChoice } from '../../../esim/ConfigurationSelect.tsx'
import { newConfigurationPath } from '../../../esim/path.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { generateTexts as texts } from '../../../texts/generate.ts'
import { rangeTexts } from '../../../texts/range.ts'
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useStored } from '../../../ui/stored.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { ConfigurationPanel } from './ConfigurationPanel.tsx'
import { FilePanel, type FilePanelProps } from './FilePanel.tsx'
import { type Protection, ProtectionPanel } from './ProtectionPanel.tsx'
import { RangeKeeper } from './RangeKeeper.tsx'
import { type EnteredRange, RangePanel } from './RangePanel.tsx'
import { RunningPanel } from './RunningPanel.tsx'
import classes from './SetupView.module.css'

type Way = 'file' | 'range'

type SetupViewProps = Pick<FilePanelProps, 'first' | 'waiting' | 'onWaiting'> & {
  /** Where the subscribers come from. */
  way: Way
  onWay: (way: Way) => void
  configurationId: string | undefined
  onConfiguration: (id: string) => void
  onStaged: (sourceId: string) => void
  onBatch: (batchId: string) => void
  /** Whether it is shown what would come of a range. */
  onLook: (isShown: boolean) => void
}

/** What the codes are made from: the configuration, how the file is protected, and the file. */
export function SetupView(props: SetupViewProps) {
  const { way, onWay, configurationId, onConfiguration, onStaged, onBatch, first: file, waiting, onWaiting } = props
  const all = useConfigurations()
  const first = useFirstChoice()
  const [missesChoice, setMissesChoice] = useState(false)
  const [range, setRange] = useState<EnteredRange>({ firstIccid: '', firstImsi: '', count: 100 })
  const [protection, setProtection] = useStored<Protection>('simwright.protection', 'pgp')
  const chosen = useAsk(configuration.get, { id: configurationId ?? '' }, { enabled: configurationId !== undefined })
  useEffect(() => {
    if (configurationId === undefined && first !== undefined) onConfiguration(first)
  }, [configurationId, first, onConfiguration])
  useEffect(() => {
    if (configurationId !== undefined) rememberChoice(configurationId)
  }, [configurationId])
  const askForChoice = () => {
    setMissesChoice(configurationId === undefined)
    document.querySelector<HTMLElement>('[data-path="configuration"]')?.focus()
  }
  const choose = (id: string | undefined) => {
    if (id === undefined) return
    setMissesChoice(false)
    onConfiguration(id)
  }
  if (all.error)
    return (
      <Panel>
        <ErrorState problem={all.error} onRetry={() => void all.refetch()} />
      </Panel>
    )
  if (all.data?.total === 0) return <NoConfiguration />
  const isReady =
    chosen.data !== undefined && missingForCodes(chosen.data.fields, chosen.data.confirmationCodeSet).length === 0
  const ready = isReady ? configurationId : undefined
  return (
    <div className={classes.layout} data-tour="generate">
      <div className={classes.main}>
        <RunningPanel onBatch={onBatch} />
        <ConfigurationPanel
          id={configurationId}
          chosen={chosen}
          error={missesChoice ? texts.configuration.missing : undefined}
          onChoose={choose}
        />
        <WayPanel way={way} onWay={onWay} />
        {way === 'range' ? (
          <RangePanel
            entered={range}
            onEntered={setRange}
            configurationId={ready}
            onMissing={askForChoice}
            onBatch={onBatch}
            onLook={props.onLook}
          />
        ) : (
          <>
            <ProtectionPanel way={protection} onWay={setProtection} />
            <FilePanel
              first={file}
              waiting={waiting}
              onWaiting={onWaiting}
              protection={protection}
              configurationId={ready}
              onMissing={askForChoice}
              onStaged={onStaged}
            />
          </>
        )}
      </div>
      <div className={classes.aside}>
        {way === 'range' ? (
          <div className={classes.main}>
            <RangeKeeper
              onFree={(kind, first) =>
                setRange({ ...range, ...(kind === 'ICCID' ? { firstIccid: first } : { firstImsi: first }) })
              }
            />
            <AboutRanges />
          </div>
        ) : (
          <ColumnsPanel configurationId={ready} />
        )}
      </div>
    </div>
  )
}

function WayPanel({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const texts = rangeTexts.way
  return (
    <Panel title={texts.title}>
      <ChoiceCards
        label={texts.label}
        choices={[
          { value: 'file', ...texts.file },
          { value: 'range', ...texts.range },
        ]}
        value={way}
        onChange={onWay}
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
            <div className={classes.aboutName}>{name}</div>
            <div className={classes.rule}>{text}</div>
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
