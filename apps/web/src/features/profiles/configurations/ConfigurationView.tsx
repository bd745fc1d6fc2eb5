import { Button } from '@mantine/core'
import {
  type EntryListField,
  type Field,
  type FieldTable,
  type GroupField,
  isActive,
  isValues,
  type TextField,
  type Values,
} from '@simwright/contract/field'
import { type Configuration, missingForCodes } from '@simwright/contract/profiles/configuration'
import type { SectionId } from '@simwright/contract/profiles/configuration-field'
import type { ConfigurationType } from '@simwright/contract/profiles/configuration-type'
import { sectionsOf, type TypeSection } from '@simwright/contract/profiles/type-field'
import { IconCopy, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatTime } from '../../../base/time.ts'
import { fieldText } from '../../../esim/field-text.ts'
import { networkCountry } from '../../../esim/network-country.ts'
import { configurationPath, generatePath } from '../../../esim/path.ts'
import { WithSampleBadge } from '../../../esim/SampleBadge.tsx'
import { pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Grid, Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import type { Back } from '../../../ui/page/BackLink.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { AdviceList } from './AdviceList.tsx'
import { adviceTexts } from './advice-texts.ts'
import classes from './ConfigurationView.module.css'
import type { NetworkInput } from './form-values.ts'
import { iconSource } from './icon-source.ts'
import { sayProfiles } from './profile-count.ts'
import { useRemove } from './remove.ts'
import { useSilencing } from './silenced.ts'
import { UsagePanel } from './UsagePanel.tsx'
import { useAdviser } from './use-advice.ts'
import { VersionPanel } from './VersionPanel.tsx'

type ConfigurationViewProps = { configuration: Configuration; back: Back }

/** Read-only view of a configuration, with the actions on it. */
export function ConfigurationView({ configuration, back }: ConfigurationViewProps) {
  const { fields, version, profiles, updatedAt, createdBy, confirmationCodeSet } = configuration
  const missing = missingForCodes(fields, confirmationCodeSet)
  const adviser = useAdviser(fields, useSilencing(configuration))
  const shown = { id: configuration.id, name: fields.name, version }
  const about = [
    sayProfiles(texts.profileCount, profiles),
    ...(createdBy === '' ? [] : [say(texts.about.madeBy, { name: createdBy })]),
  ]
  return (
    <>
      <PageHeader
        back={back}
        title={fields.name}
        text={
          <WithSampleBadge sample={configuration.sample}>
            <Time at={updatedAt}>{say(texts.about.version, { version, time: formatTime(updatedAt) })}</Time>
            {about.map((one) => ` · ${one}`)}
          </WithSampleBadge>
        }
        actions={<Actions configuration={configuration} isComplete={missing.length === 0 && !configuration.frozen} />}
      />
      {configuration.frozen && (
        <Row as="p" gap="6 10" mb={16} className="muted size-text">
          <StatusBadge tone="info">{texts.frozen}</StatusBadge>
          {texts.frozenHelp}
        </Row>
      )}
      {missing.length > 0 && (
        <Row as="p" gap="6 10" mb={16} className="muted size-text">
          <StatusBadge tone="warning">{texts.incomplete}</StatusBadge>
          {say(texts.incompleteHelp, { fields: missing.join(', ') })}
        </Row>
      )}
      {adviser.shown.length + adviser.silenced.length > 0 && (
        <div style={{ marginBottom: 16 }}>
          <Panel title={adviceTexts.title}>
            <AdviceList adviser={adviser} />
          </Panel>
        </div>
      )}
      <Grid columns={2} singleBelow="62em">
        {panelsOf(fields.type).map((sections) => (
          <Panel key={sections[0]!.id} title={sections[0]!.title}>
            <KeyValue items={sections.flatMap((section) => itemsOf(section.fields, fields))} />
          </Panel>
        ))}
        <VersionPanel shown={shown} />
        <UsagePanel id={configuration.id} profiles={profiles} />
      </Grid>
    </>
  )
}

/** The panels, each with one section or two related ones. */
const panels = [
  ['essentials', 'type'],
  ['code', 'download'],
  ['authentication', 'sourceData'],
  ['operator'],
  ['networks'],
  ['fiveG'],
  ['card'],
  ['ims'],
  ['security'],
  ['metadata'],
  ['applets'],
] as const satisfies readonly (readonly [SectionId, ...SectionId[]])[]

/** The sections of each panel that configurations of the type have. */
function panelsOf(type: ConfigurationType): TypeSection[][] {
  const sections = new Map(sectionsOf(type).map((section) => [section.id, section]))
  return panels.map((ids) => ids.flatMap((id) => sections.get(id) ?? [])).filter((panel) => panel.length > 0)
}

function Actions({ configuration, isComplete }: { configuration: Configuration; isComplete: boolean }) {
  const navigate = useNavigate()
  const mayGenerate = useAllowed('Generate_Ac_View')
  const remove = useRemove(() => void navigate({ to: pages.configurations.path as string, replace: true }))
  const { id, version, profiles, fields } = configuration
  return (
    <>
      <Allowed need="Profile_Config_Edit">
        <Button
          variant="default"
          leftSection={<IconTrash size={16} />}
          onClick={() => void remove({ id, version, profiles, name: fields.name })}
        >
          {texts.remove}
        </Button>
        <Button
          variant="default"
          component={Link}
          {...configurationPath('copy', id)}
          leftSection={<IconCopy size={16} />}
        >
          {texts.copy}
        </Button>
        <Button
          variant={isComplete ? 'default' : 'filled'}
          component={Link}
          {...configurationPath('edit', id)}
          leftSection={<IconPencil size={16} />}
        >
          {texts.edit}
        </Button>
      </Allowed>
      {mayGenerate && isComplete && (
        <Button component={Link} {...generatePath({ id, type: fields.type })} leftSection={<IconQrcode size={16} />}>
          {texts.generate}
        </Button>
      )}
    </>
  )
}

type Item = { label: string; value: ReactNode }

function itemsOf(table: FieldTable, stored: Values): Item[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const value = stored[name]
    if (name === 'name' || field.isSecret || !isActive(field, stored)) return []
    if (field.kind === 'entries') return entryItems(field, value)
    if (field.kind !== 'group') return [{ label: field.label, value: fieldValue(field, value) }]
    if (!isValues(value)) return [{ label: field.label, value: undefined }]
    if (field.isJoined) return [{ label: field.label, value: joined(field.fields, value) }]
    return itemsOf(field.fields, value)
  })
}

/** One item for each entry; without entries, one with a dash. */
function entryItems({ label, entry, fields, schema }: EntryListField, value: unknown): Item[] {
  const entries = schema.parse(value)
  if (entries.length === 0) return [{ label, value: undefined }]
  return entries.map((one, index) => ({ label: `${entry} ${index + 1}`, value: joined(fields, { ...one }) }))
}

const joined = (table: FieldTable, value: Values) =>
  Object.entries(table)
    .map(([name, field]) => fieldText(field, value[name]))
    .filter((text) => text !== '')
    .join(' · ')

/** The displayed value of a field; undefined is shown as a dash. */
function fieldValue(field: Exclude<Field, GroupField | EntryListField>, value: unknown): ReactNode {
  switch (field.kind) {
    case 'networks':
      return networksOf(field.schema.parse(value))
    case 'plmns':
      return networksOf(field.schema.parse(value).map((plmn) => ({ plmn, access: [] })))
    case 'flag':
      return value === true ? fieldText(field, value) : undefined
    case 'words':
      return field.schema.parse(value).join(', ') || undefined
    case 'text':
      return textValue(field, fieldText(field, value))
    default:
      return fieldText(field, value)
  }
}

const networksOf = (networks: readonly NetworkInput[]) =>
  networks.length > 0 ? <Networks networks={networks} /> : undefined

function textValue({ label, input }: TextField, text: string): ReactNode {
  if (text === '') return undefined
  if (input === 'plmn') return <Networks networks={[{ plmn: text, access: [] }]} />
  if (input === 'hex') return <Mono>{text}</Mono>
  if (input === 'image') return <img src={iconSource(text)} alt={label} width={64} height={64} />
  return input === 'key' ? (
    <Mono maxChars={32} copyAs={label}>
      {text}
    </Mono>
  ) : (
    text
  )
}

/** A list with more networks than this may scroll: on a phone a network can take two lines. */
const FITTING_NETWORKS = 6

/** A longer list is cut in the view. */
const SHOWN_NETWORKS = 100

function Networks({ networks }: { networks: readonly NetworkInput[] }) {
  const rest = networks.length - SHOWN_NETWORKS
  const mayScroll = networks.length > FITTING_NETWORKS
  return (
    <Stack as="ul" gap={4} className={classes.networks} tabIndex={mayScroll ? 0 : undefined}>
      {networks.slice(0, SHOWN_NETWORKS).map(({ plmn, access }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a network is its position in the list
        <li key={index}>
          <span>
            <span className="figures medium">{plmn}</span>{' '}
            <Note as="span" size="small">
              {networkCountry(plmn)}
            </Note>
          </span>
          <Note as="span" size="small">
            {access.join(', ')}
          </Note>
        </li>
      ))}
      {rest > 0 && <li>{sayCount(texts.moreNetworks, rest)}</li>}
    </Stack>
  )
}
