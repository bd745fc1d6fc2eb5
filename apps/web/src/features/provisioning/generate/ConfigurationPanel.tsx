import { Alert, Button, Skeleton } from '@mantine/core'
import { type Configuration, missingForCodes } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { Link } from '@tanstack/react-router'
import type { Problem } from '../../../api/problem.ts'
import { ConfigurationSelect, useConfigurations } from '../../../esim/ConfigurationSelect.tsx'
import { fieldText } from '../../../esim/field-text.ts'
import { additionPath, completionPath, configurationPath } from '../../../esim/path.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { configurationTexts } from '../../../texts/configuration.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
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
  const mayEdit = useAllowed('Profile_Config_Edit')
  const isListed = useConfigurations({ packages: 'built' }).data !== undefined
  const fault = error ?? (id !== undefined && chosen.error ? chosen.error.message : undefined)
  return (
    <Panel title={texts.title} text={texts.text}>
      <Grid columns="minmax(0, 1fr) auto" singleBelow="36em" gap={12} align="start" className={classes.choice}>
        <ConfigurationSelect
          label={texts.label}
          name="configuration"
          packages="built"
          value={id}
          onChange={onChoose}
          error={fault}
        />
        {isListed && id === undefined && mayEdit ? (
          <Button variant="default" component={Link} {...additionPath}>
            {texts.add}
          </Button>
        ) : (
          mayView && (
            <Button
              variant="default"
              component={Link}
              {...configurationPath('view', id ?? '')}
              disabled={chosen.data === undefined}
            >
              {texts.view}
            </Button>
          )
        )}
      </Grid>
      <Facts fields={chosen.data?.fields} isLoading={id !== undefined || !isListed} />
      {chosen.data && <Incomplete configuration={chosen.data} />}
      {chosen.data?.fields.orderedBy === 'operator' && (
        <Alert color="blue" title={texts.stockTitle} mt={14}>
          {texts.stockText}
        </Alert>
      )}
    </Panel>
  )
}

type FactsProps = { fields: Configuration['fields'] | undefined; isLoading: boolean }

/** What matters of the chosen configuration; dashes when none is chosen. */
function Facts({ fields, isLoading }: FactsProps) {
  const { facts } = texts
  return (
    <Grid as="dl" min={110} gap="12 16" mt={14} className={classes.facts}>
      <Fact isLoading={isLoading} label={facts.spn} value={fields && (fields.serviceProviderName || values.unset)} />
      <Fact
        isLoading={isLoading}
        label={facts.hplmn}
        value={fields && (fields.hplmn.map(({ plmn }) => plmn).join(', ') || values.unset)}
      />
      <Fact
        isLoading={isLoading}
        label={facts.confirmation}
        value={fields && confirmationCode.fields.mode.options[fields.confirmationCode.mode].label}
      />
      <Fact
        isLoading={isLoading}
        label={facts.lifetime}
        value={fields && fieldText(acLifetimeDays, fields.acLifetimeDays)}
      />
      <Fact isLoading={isLoading} label={facts.downloads} value={fields && downloadsOf(fields)} />
    </Grid>
  )
}

function Fact({ label, value, isLoading }: { label: string; value: string | undefined; isLoading: boolean }) {
  const absent = isLoading ? <Skeleton width={90} height={10} my={5} animate={false} /> : values.unset
  return (
    <div>
      <dt>{label}</dt>
      <dd title={value}>{value ?? absent}</dd>
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
    <Alert color="red" title={texts.incompleteTitle} mt={14} role="alert">
      {say(texts.incompleteText, { fields: missing.join(', ') })}
      {mayEdit && (
        <div style={{ marginTop: 8 }}>
          <Button size="xs" variant="default" component={Link} {...completionPath(configuration.id)}>
            {texts.complete}
          </Button>
        </div>
      )}
    </Alert>
  )
}
