import { Button } from '@mantine/core'
import type { Configuration, ConfigurationFields, PlmnWithAccess } from '@simwright/contract/profiles/configuration'
import { IconCopy, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { missingFields } from '../../../esim/completeness.ts'
import { networkPlace } from '../../../esim/network-place.ts'
import { configurationPath, generatePath } from '../../../esim/path.ts'
import { WithSampleBadge } from '../../../esim/SampleBadge.tsx'
import { pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/KeyValue.tsx'
import { Mono } from '../../../ui/Mono.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatTime } from '../../../ui/time.ts'
import classes from './ConfigurationView.module.css'
import { sayProfiles } from './profile-count.ts'
import { useRemove } from './remove.ts'

type ConfigurationViewProps = { configuration: Configuration; above: ReactNode }

const { fields: labels, sections, values } = texts

/** A configuration to read: what its profiles hold, and what can be done with it. */
export function ConfigurationView({ configuration, above }: ConfigurationViewProps) {
  const { fields, version, profiles, updatedAt, createdBy, confirmationCodeSet } = configuration
  const missing = missingFields(fields, confirmationCodeSet)
  const about = [
    say(texts.about.version, { version, time: formatTime(updatedAt) }),
    sayProfiles(texts.profileCount, profiles),
    ...(createdBy === '' ? [] : [say(texts.about.madeBy, { name: createdBy })]),
  ]
  return (
    <>
      <PageHeader
        above={above}
        title={fields.name}
        text={<WithSampleBadge sample={configuration.sample}>{about.join(' · ')}</WithSampleBadge>}
        actions={<Deeds configuration={configuration} isComplete={missing.length === 0 && !configuration.frozen} />}
      />
      {configuration.frozen && (
        <p className={classes.incomplete}>
          <StatusBadge tone="info">{texts.frozen}</StatusBadge>
          {texts.frozenHelp}
        </p>
      )}
      {missing.length > 0 && (
        <p className={classes.incomplete}>
          <StatusBadge tone="warning">{texts.incomplete}</StatusBadge>
          {say(texts.incompleteHelp, { fields: missing.join(', ') })}
        </p>
      )}
      <div className={classes.grid}>
        <Panel title={sections.identity.title}>
          <KeyValue items={identityOf(fields)} />
        </Panel>
        <Panel title={sections.code.title}>
          <KeyValue items={[...codeOf(fields), ...downloadOf(fields)]} />
        </Panel>
        <Panel title={sections.home.title}>
          <KeyValue
            items={[
              { label: labels.hplmn.label, value: <Networks networks={fields.hplmn} /> },
              { label: labels.ehplmn.label, value: <Plmns plmns={fields.ehplmn} /> },
            ]}
          />
        </Panel>
        <Panel title={sections.operator.title}>
          <KeyValue items={operatorOf(fields)} />
        </Panel>
        <Panel title={sections.networks.title}>
          <KeyValue
            items={[
              { label: labels.oplmn.label, value: <Networks networks={fields.oplmn} /> },
              { label: labels.plmn.label, value: <Networks networks={fields.plmn} /> },
              { label: labels.fplmn.label, value: <Plmns plmns={fields.fplmn} /> },
              { label: labels.rplmn.label, value: fields.rplmn && <Plmns plmns={[fields.rplmn]} /> },
            ]}
          />
        </Panel>
        <Panel title={sections.fiveG.title}>
          <KeyValue items={fiveGOf(fields)} />
        </Panel>
      </div>
    </>
  )
}

function Deeds({ configuration, isComplete }: { configuration: Configuration; isComplete: boolean }) {
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
        <Button component={Link} {...generatePath(id)} leftSection={<IconQrcode size={16} />}>
          {texts.generate}
        </Button>
      )}
    </>
  )
}

type Item = { label: string; value: ReactNode }

function identityOf(fields: ConfigurationFields): Item[] {
  return [
    { label: labels.profileName.label, value: fields.profileName },
    { label: labels.serviceProviderName.label, value: fields.serviceProviderName },
    { label: labels.type.label, value: texts.types[fields.type] },
    { label: labels.algorithm.label, value: fields.algorithm },
    ...(fields.issuer ? [{ label: labels.issuer.label, value: texts.issuers[fields.issuer] }] : []),
  ]
}

function codeOf({ confirmationCode, acLifetimeDays }: ConfigurationFields): Item[] {
  const codes = { none: values.none, fixed: values.fixedStored, random: values.randomCode }
  return [
    { label: labels.confirmationMode.label, value: codes[confirmationCode.mode] },
    {
      label: labels.acLifetimeDays.label,
      value: acLifetimeDays === undefined ? values.never : sayCount(values.days, acLifetimeDays),
    },
  ]
}

function downloadOf(fields: ConfigurationFields): Item[] {
  const { maxDownloadAttempts, maxRedownloads, allowDeviceChange, rotation } = fields
  return [
    { label: labels.maxDownloadAttempts.label, value: maxDownloadAttempts },
    { label: labels.maxRedownloads.label, value: maxRedownloads },
    { label: labels.allowDeviceChange.label, value: allowDeviceChange ? values.yes : values.no },
    { label: labels.rotation.label, value: rotation ? values.yes : values.no },
  ]
}

function operatorOf({ pnn, gid1, gid2, smsp }: ConfigurationFields): Item[] {
  return [
    { label: labels.pnn.label, value: pnn && [pnn.fullName, pnn.shortName].filter(Boolean).join(' · ') },
    { label: labels.gid1.label, value: gid1 && <Mono>{gid1}</Mono> },
    { label: labels.gid2.label, value: gid2 && <Mono>{gid2}</Mono> },
    { label: labels.smsp.label, value: smsp },
  ]
}

function fiveGOf({ fiveG }: ConfigurationFields): Item[] {
  if (!fiveG) return [{ label: labels.fiveG.label, value: values.off }]
  const { protectionScheme, routingIndicator, homeNetworkPublicKey, homeNetworkPublicKeyId, suciCalculation } = fiveG
  return [
    { label: labels.protectionScheme.label, value: texts.schemes[protectionScheme] },
    { label: labels.routingIndicator.label, value: routingIndicator },
    { label: labels.suciCalculation.label, value: texts.calculation[suciCalculation].label },
    ...(homeNetworkPublicKey === undefined
      ? []
      : [
          { label: labels.homeNetworkPublicKeyId.label, value: homeNetworkPublicKeyId },
          {
            label: labels.homeNetworkPublicKey.label,
            value: (
              <Mono most={32} copyAs={labels.homeNetworkPublicKey.label}>
                {homeNetworkPublicKey}
              </Mono>
            ),
          },
        ]),
  ]
}

function Networks({ networks }: { networks: readonly PlmnWithAccess[] }) {
  if (networks.length === 0) return values.none
  return (
    <ul className={classes.networks}>
      {networks.map(({ plmn, access }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what a network is
        <li key={index}>
          <Plmn plmn={plmn} />
          <span className={classes.access}>{access.join(', ')}</span>
        </li>
      ))}
    </ul>
  )
}

function Plmns({ plmns }: { plmns: readonly string[] }) {
  if (plmns.length === 0) return values.none
  return (
    <ul className={classes.networks}>
      {plmns.map((plmn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>
          <Plmn plmn={plmn} />
        </li>
      ))}
    </ul>
  )
}

function Plmn({ plmn }: { plmn: string }) {
  return (
    <span>
      <span className={classes.plmn}>{plmn}</span> <span className={classes.place}>{networkPlace(plmn)}</span>
    </span>
  )
}
