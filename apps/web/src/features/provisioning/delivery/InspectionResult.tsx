import { Alert, Button } from '@mantine/core'
import { HIDDEN_CODE } from '@simwright/contract/code-field'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { parseActivationCode } from '@simwright/ids'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { CodeQr } from '../../../esim/CodeQr.tsx'
import { copyForms } from '../../../esim/copy-as.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { oneTapLink, oneTapPlatforms } from '../../../esim/one-tap.ts'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { ProfileStatusBadge } from '../../../esim/profile-state.tsx'
import { pages } from '../../../paths.ts'
import { deliveryTexts } from '../../../texts/delivery.ts'
import { profileTexts } from '../../../texts/profile.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './Inspector.module.css'
import type { Inspection } from './inspect.ts'

const texts = deliveryTexts.inspector

/** What the input is: an activation code or a public page, and the profile or campaign that it belongs to. */
export function InspectionResult({ inspection }: { inspection: Inspection }) {
  const query = inspection.kind === 'page' ? { slug: inspection.slug } : { matchingId: codeOf(inspection) }
  const hasQuery = inspection.kind === 'page' || codeOf(inspection) !== ''
  const { data, error, refetch } = useAsk(delivery.inspect, query, { enabled: hasQuery })
  if (inspection.kind === 'invalid')
    return (
      <Alert color="red" variant="light" icon={<IconCircleX size={18} />} title={texts.bad}>
        {inspection.reason}
      </Alert>
    )
  const known = data?.profile?.activationCode ?? data?.campaign?.activationCode
  const text = inspection.kind === 'code' ? inspection.text : known
  return (
    <Stack className={classes.results}>
      {inspection.kind === 'code' && <Verdict inspection={inspection} />}
      {error && !data && <LookupFailure problem={error} onRetry={() => void refetch()} />}
      {data && <Owner owner={data} host={inspection.kind === 'code' ? inspection.code.host : undefined} />}
      {text && <CodeFormats text={text} />}
    </Stack>
  )
}

const codeOf = (inspection: Inspection) => (inspection.kind === 'code' ? inspection.code.matchingId : '')

function Verdict({ inspection: { hints, prefix } }: { inspection: Extract<Inspection, { kind: 'code' }> }) {
  return (
    <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />} title={texts.fine}>
      {texts.fineText}
      {hints.length > 0 && (
        <ul className="bullets" style={{ marginTop: 8 }}>
          {hints.map((hint) => (
            <li key={hint}>{say(texts.hints[hint], { prefix })}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function LookupFailure({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title={texts.lookupFailed}>
      {problem.message}
      <Row className={classes.actions}>
        <Button variant="default" size="xs" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
          {uiTexts.tryAgain}
        </Button>
      </Row>
    </Alert>
  )
}

type OwnerData = { profile: Profile | null; campaign: { id: string; name: string; activationCode: string } | null }
type Profile = {
  id: string
  iccid: string
  status: keyof typeof texts.todo
  spn: string
  configurationName: string
  activationCode: string
  code: 'LIVE' | 'EXPIRED' | 'OLD'
  expiresAt: string | null
}

function Owner({ owner: { profile, campaign }, host }: { owner: OwnerData; host: string | undefined }) {
  const ownCode = profile?.activationCode ?? campaign?.activationCode
  const ownHost = ownCode && ownCode !== HIDDEN_CODE ? parseActivationCode(ownCode).host : undefined
  const isElsewhere = ownHost !== undefined && host !== undefined && ownHost.toLowerCase() !== host.toLowerCase()
  if (!profile && !campaign)
    return (
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />} title={texts.notOurs}>
        {texts.notOursText}
      </Alert>
    )
  return (
    <Panel title={profile ? texts.ours : texts.oursCampaign}>
      {isElsewhere && (
        <Alert color="yellow" variant="light" mb="md" icon={<IconAlertTriangle size={18} />}>
          {say(texts.otherHost, { host: ownHost })}
        </Alert>
      )}
      {profile && <ProfileFacts profile={profile} />}
      {campaign && <KeyValue items={[{ label: pages.campaigns.title, value: campaign.name }]} />}
      <Row className={classes.actions}>
        {profile ? (
          <Button component={Link} {...profilePath(profile.id)}>
            {texts.open}
          </Button>
        ) : (
          <Button component={Link} to={pages.campaigns.path as string}>
            {texts.openCampaign}
          </Button>
        )}
      </Row>
    </Panel>
  )
}

function ProfileFacts({ profile }: { profile: Profile }) {
  const { iccid, status, spn, configurationName, code, expiresAt } = profile
  const { names } = profileTexts
  return (
    <>
      <KeyValue
        items={[
          { label: names.iccid, value: <Identifier copyAs={names.iccid}>{iccid}</Identifier> },
          { label: texts.facts.status, value: <ProfileStatusBadge status={status} /> },
          { label: texts.facts.spn, value: spn },
          { label: texts.facts.configuration, value: configurationName },
          ...(expiresAt ? [{ label: texts.facts.expiresAt, value: <Time at={expiresAt} /> }] : []),
        ]}
      />
      <p className="size-text pretty" style={{ margin: '12px 0 0' }}>
        {code === 'LIVE' ? texts.todo[status] : texts.codeStates[code]}
      </p>
    </>
  )
}

/** The fields of the code, its QR code, and its other formats. */
function CodeFormats({ text }: { text: string }) {
  const masks = useMasks()
  const { host, matchingId, oid, confirmationCodeRequired } = parseActivationCode(text)
  const { names } = texts
  const field = (label: string, value: string) => (
    <CopyField key={label} label={label} value={value} shown={masks.code(value)} />
  )
  return (
    <>
      <Panel title={texts.parts}>
        <Row gap="16 24" align="start" className={classes.parts}>
          <CodeQr code={text} size={176} />
          <KeyValue
            items={[
              { label: names.host, value: host },
              {
                label: names.matchingId,
                value: matchingId && <Identifier copyAs={names.matchingId}>{matchingId}</Identifier>,
              },
              ...(oid ? [{ label: names.oid, value: oid }] : []),
              {
                label: names.confirmation,
                value: confirmationCodeRequired ? texts.confirmationYes : texts.confirmationNo,
              },
            ]}
          />
        </Row>
      </Panel>
      <Panel title={texts.forms}>
        <Stack>
          {field(texts.raw, text)}
          {field(texts.shell, copyForms.shell(text))}
          {field(texts.url, copyForms.url(text))}
          {field(texts.json, copyForms.json(text))}
          {oneTapPlatforms.map((platform) =>
            field(say(texts.oneTap, { platform: profileTexts.oneTap[platform] }), oneTapLink(platform, text)),
          )}
        </Stack>
      </Panel>
    </>
  )
}
