import { Anchor, Skeleton } from '@mantine/core'
import * as legal from '@simwright/contract/platform/legal'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { useAddress } from '../../../base/url.ts'
import { InfoFrame } from '../../../brand/InfoFrame.tsx'
import { legalPageOf } from '../../../brand/legal-page.ts'
import { sysParam, usePlatform } from '../../../brand/platform.ts'
import { linkTo, publicPages } from '../../../paths.ts'
import { legalTexts as texts } from '../../../texts/legal.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Markup } from '../../../ui/text/Markup.tsx'

export function TermsPage() {
  const [{ version }] = useAddress(publicPages.terms)
  return <LegalPage kind="TERMS" version={version} />
}

export function PrivacyPage() {
  const [{ version }] = useAddress(publicPages.privacy)
  return <LegalPage kind="PRIVACY" version={version} />
}

type LegalPageProps = {
  kind: legal.LegalKind
  /** By default the version that applies. */
  version: string | undefined
}

/** A text of the platform, for anyone. */
function LegalPage({ kind, version }: LegalPageProps) {
  const isNumber = version !== undefined && /^[1-9]\d{0,8}$/.test(version)
  const answer = useAsk(legal.read, { kind, ...(isNumber ? { version: Number(version) } : {}) }, { staleMs: 0 })
  const { data } = answer
  const text = data?.text
  return (
    <InfoFrame title={kind === 'TERMS' ? pageTexts.terms : pageTexts.privacy} text={dateOf(data)} width="text">
      {answer.error && !data ? (
        <Panel>
          <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
        </Panel>
      ) : !data ? (
        <Skeleton height={480} radius="lg" />
      ) : text ? (
        <>
          {text.version !== data.current && <Current kind={kind} />}
          <Markup text={text.body} />
        </>
      ) : (
        <NoText kind={kind} current={data.current} />
      )}
    </InfoFrame>
  )
}

function dateOf(data: { text: legal.LegalText | null; current: number | null } | undefined): string | undefined {
  if (!data?.text) return undefined
  const { version, publishedAt } = data.text
  return say(version === data.current ? texts.since : texts.earlier, { version, time: formatDate(publishedAt) })
}

function Current({ kind }: { kind: legal.LegalKind }) {
  return (
    <Anchor component={Link} {...linkTo(legalPageOf(kind), { params: sysParam() })} size="sm">
      {texts.readCurrent}
    </Anchor>
  )
}

function NoText({ kind, current }: { kind: legal.LegalKind; current: number | null }) {
  const { termsUrl, privacyUrl } = usePlatform()
  const elsewhere = kind === 'TERMS' ? termsUrl : privacyUrl
  const { title, text } = texts.none[kind]
  return (
    <Panel>
      <EmptyState drawing="log" title={title} text={current === null ? say(text) : texts.noneVersion} />
      {current !== null ? (
        <Current kind={kind} />
      ) : (
        elsewhere && <Anchor href={elsewhere}>{say(texts.elsewhere, { address: elsewhere })}</Anchor>
      )}
    </Panel>
  )
}
