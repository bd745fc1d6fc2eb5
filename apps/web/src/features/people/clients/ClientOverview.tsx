import { Alert, Button } from '@mantine/core'
import type * as client from '@simwright/contract/people/client'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../../base/time.ts'
import { linkTo, pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { ClientUsage } from './ClientUsage.tsx'
import { clientTexts } from './client-texts.ts'
import { ResumeButton } from './Suspension.tsx'

const texts = clientTexts.drawer
const names = clientTexts.columns
const words = clientTexts.suspend

type ClientProps = { client: client.Client }

/** Plan, usage, and what the client said about itself. */
export function ClientOverview({ client: shown }: ClientProps) {
  const mayEdit = useAllowed('Admin_Client_Edit')
  const { suspension, deletionAt } = shown
  return (
    <Stack gap={8}>
      {suspension && (
        <Alert color="red" title={suspension.at ? say(words.since, { time: formatTime(suspension.at) }) : words.bare}>
          {suspension.reason && (
            <p className="lines" style={{ marginBottom: 12 }}>
              {suspension.reason}
            </p>
          )}
          {mayEdit && <ResumeButton client={shown} />}
        </Alert>
      )}
      {deletionAt && <Alert color="gray">{say(words.closing, { time: formatTime(deletionAt) })}</Alert>}
      <ClientUsage client={shown} />
      <KeyValue
        items={[
          { label: names.plan, value: `${shown.plan} · ${clientTexts.kinds[shown.kind]}` },
          { label: names.endsAt, value: shown.endsAt ? <Time at={shown.endsAt} /> : clientTexts.noEnd },
          { label: texts.trial, value: texts.trials[shown.trial] },
          { label: texts.owners, value: <Owners owners={shown.owners} /> },
          { label: names.platform, value: shown.platform },
          { label: names.createdAt, value: <Time at={shown.createdAt} show="day" /> },
          { label: texts.id, value: <Mono copyAs={texts.id}>{shown.id}</Mono> },
        ]}
      />
      <Row>
        <Allowed need={pages.staffOrders.permissions}>
          <Button
            variant="default"
            size="xs"
            component={Link}
            {...linkTo(pages.staffOrders, { search: { client: shown.id } })}
          >
            {texts.orders}
          </Button>
        </Allowed>
        <Allowed need={pages.bip.permissions}>
          <Button variant="default" size="xs" component={Link} {...linkTo(pages.bip, { search: { client: shown.id } })}>
            {texts.bip}
          </Button>
        </Allowed>
      </Row>
      <Survey survey={shown.survey} />
    </Stack>
  )
}

function Owners({ owners }: Pick<client.Client, 'owners'>) {
  if (owners.length === 0) return null
  return (
    <ul className="wrap">
      {owners.map(({ name, email }) => (
        <li key={email}>
          {name}, {email}
        </li>
      ))}
    </ul>
  )
}

const questions = ['industry', 'role', 'monthlyDownloads', 'heard', 'canProvide'] as const

function Survey({ survey }: Pick<client.Client, 'survey'>) {
  return (
    <Section title={texts.survey} text={survey ? say(texts.surveyBy, { name: survey.name }) : texts.surveyNone}>
      {survey && (
        <KeyValue
          items={questions.map((question) => ({
            label: texts.questions[question],
            value: survey.answers[question],
          }))}
        />
      )}
    </Section>
  )
}
