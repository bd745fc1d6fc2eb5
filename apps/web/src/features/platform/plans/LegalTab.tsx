import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import * as legal from '@simwright/contract/platform/legal'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { legalTexts } from '../../../texts/legal.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { LegalVersionsView } from './LegalVersionsView.tsx'
import { sellerTexts } from './seller-texts.ts'

const texts = legalTexts.admin

/** Terms and privacy policy of a platform; with several platforms, one is chosen. */
export function LegalTab() {
  const answer = useAsk(legal.list, {}, { staleMs: 0 })
  const [address, changeAddress] = useAddress(pages.plans)
  if (answer.error && !answer.data) {
    return (
      <Panel>
        <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
      </Panel>
    )
  }
  if (!answer.data || !answer.isFetchedAfterMount) return <Skeleton height={420} radius="lg" aria-busy />
  const { platforms } = answer.data
  const shown = platforms.find(({ platformId }) => platformId === address.platform) ?? platforms[0]
  const kind = address.text === 'PRIVACY' ? 'PRIVACY' : 'TERMS'
  const versions = shown?.texts.find((text) => text.kind === kind)
  if (!shown || !versions) return null
  return (
    <Stack>
      <p className="muted" style={{ maxWidth: '90ch' }}>
        {texts.about}
      </p>
      <Row gap={12} align="end">
        {platforms.length > 1 && (
          <Select
            label={sellerTexts.platform}
            w={320}
            data={platforms.map(({ platformId: value, platform: label }) => ({ value, label }))}
            allowDeselect={false}
            value={shown.platformId}
            onChange={(next) => next && changeAddress({ platform: next })}
          />
        )}
        <SegmentedControl
          aria-label={texts.kind}
          data={legal.legalKinds.map((value) => ({ value, label: legalTexts.names[value] }))}
          value={kind}
          onChange={(next) => changeAddress({ text: next === 'TERMS' ? undefined : next })}
        />
      </Row>
      <LegalVersionsView
        key={`${shown.platformId} ${kind}`}
        platform={shown}
        versions={versions}
        onReload={async () => void (await answer.refetch())}
      />
    </Stack>
  )
}
