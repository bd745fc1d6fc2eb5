import { Alert, Button, Skeleton } from '@mantine/core'
import { type Configuration, missingForCodes } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { Link } from '@tanstack/react-router'
import type { Problem } from '../../../api/problem.ts'
import { ConfigurationSelect } from '../../../esim/ConfigurationSelect.tsx'
import { fieldText } from '../../../esim/field-text.ts'
import { configurationPath } from '../../../esim/path.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { configurationTexts } from '../../../texts/configuration.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Panel } from '../../../ui/Panel.tsx'
import classes from './SetupView.module.css'

const texts = generateTexts.configuration
const { values } = configurationTexts
const { confirmationCode, acLifetimeDays } = configurationFields

type ConfigurationPanelProps = {
  id: string | undefined
  chosen: { data: Configuration | undefined; error: Problem | null }
  error: string | undefined
  onChoose: (id: string | undefined) => void
}

/** Selects the configuration, and shows its fields that matter for the codes. */
export function ConfigurationPanel({ id, chosen, error, onChoose }: ConfigurationPanelProps) {
  const mayView = useAllowed('Profile_Config_View')
  const fault = error ?? (id !== undefined && chosen.error ? chosen.error.message : undefined)
  return (
    <Panel title={texts.title} text={texts.text}>
      <div className={classes.choice}>
        <ConfigurationSelect
          label={texts.label}
          name="configuration"
          packages="built"
          value={id}
          onChange={onChoose}
          error={fault}
        />
        {mayView && (
          <Button
            variant="default"
            component={Link}
            {...configurationPath('view', id ?? '')}
            disabled={chosen.data === undefined}
          >
            {texts.view}
          </Button>
        )}
      </div>
      <Facts fields={chosen.data?.fields} />
      {chosen.data && <Incomplete configuration={chosen.data} />}
    </Panel>
  )
}

function Facts({ fields }: { fields: Configuration['fields'] | undefined }) {
  const { facts } = texts
  return (
    <dl className={classes.facts}>
      <Fact label={facts.spn} value={fields && (fields.serviceProviderName || values.none)} />
      <Fact label={facts.hplmn} value={fields && (fields.hplmn.map(({ plmn }) => plmn).join(', ') || values.none)} />
      <Fact
        label={facts.confirmation}
        value={fields && confirmationCode.fields.mode.options[fields.confirmationCode.mode].label}
      />
      <Fact label={facts.lifetime} value={fields && fieldText(acLifetimeDays, fields.acLifetimeDays)} />
      <Fact label={facts.downloads} value={fields && downloadsOf(fields)} />
    </dl>
  )
}

function Fact({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd title={value}>{value ?? <Skeleton width={90} height={10} my={5} animate={false} />}</dd>
    </div>
  )
}

function downloadsOf({ maxRedownloads }: Configuration['fields']): string {
  return maxRedownloads === 0 ? texts.downloads.none : sayCount(texts.downloads, maxRedownloads)
}

function Incomplete({ configuration }: { configuration: Configuration }) {
  const mayEdit = useAllowed('Profile_Config_Edit')
  const missing = missingForCodes(configuration.fields, configuration.confirmationCodeSet)
  if (missing.length === 0) return null
  return (
    <Alert color="red" title={texts.incompleteTitle} className={classes.notice} role="alert">
      {say(texts.incompleteText, { fields: missing.join(', ') })}
      {mayEdit && (
        <div className={classes.noticeActions}>
          <Button size="xs" variant="default" component={Link} {...configurationPath('edit', configuration.id)}>
            {texts.complete}
          </Button>
        </div>
      )}
    </Alert>
  )
}
