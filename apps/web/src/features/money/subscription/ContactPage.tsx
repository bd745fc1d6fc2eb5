import { Anchor, Button, Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as platform from '@simwright/contract/platform/brand'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { linkTo, pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { notSoldTexts, contactTexts as texts } from '../../../texts/subscription.ts'
import { say } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { GuideLink } from '../../../ui/text/GuideLink.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'

/** Says whom to contact to order a plan: the platform's address and text. */
export function ContactPage() {
  const { sys } = usePlatform()
  const mayRead = useAllowed('Subscription_View')
  const answer = useAsk(platform.query, { sys }, { staleMs: 0 })
  return (
    <>
      <PageHeader
        title={pageTexts.contact}
        text={texts.purpose}
        back={mayRead ? { label: pages.subscription.title, to: linkTo(pages.subscription) } : undefined}
      />
      <div style={{ maxWidth: 720 }}>
        <Panel>
          {answer.error && !answer.data ? (
            <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
          ) : answer.data ? (
            <Contact platform={answer.data} />
          ) : (
            <Skeleton height={180} />
          )}
        </Panel>
      </div>
    </>
  )
}

function Contact({ platform: { contactEmail, contactText } }: { platform: OutputOf<typeof platform.query> }) {
  const { data: enterprise } = useAsk(enterpriseInfo, {}, { staleMs: 5 * 60_000 })
  const subject = enterprise ? say(texts.subject, { name: enterprise.name }) : ''
  return (
    <Stack>
      {contactEmail === null && contactText === null ? (
        <p className="size-lead lines">
          {texts.none}{' '}
          <GuideLink page="administration" section="before-you-sell-plans">
            {notSoldTexts.guide}
          </GuideLink>
        </p>
      ) : (
        <p className="size-lead lines">{contactText ?? texts.text}</p>
      )}
      <KeyValue
        items={[
          ...(contactEmail === null
            ? []
            : [{ label: texts.address, value: <Mono copyAs={texts.address}>{contactEmail}</Mono> }]),
          ...(enterprise ? [{ label: texts.account, value: <Mono copyAs={texts.account}>{enterprise.id}</Mono> }] : []),
        ]}
      />
      <Row gap="8 16">
        {contactEmail !== null && (
          <Button component="a" href={`mailto:${contactEmail}?subject=${encodeURIComponent(subject)}`}>
            {texts.write}
          </Button>
        )}
        <Allowed need="Subscription_View">
          <Anchor component={Link} to={pages.subscription.path} size="sm">
            {texts.plans}
          </Anchor>
        </Allowed>
      </Row>
    </Stack>
  )
}
