import { Tabs } from '@mantine/core'
import { pages } from '../../../paths.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { noticeTexts as texts } from '../../../texts/notice.ts'
import { pageTexts } from '../../../texts/page.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useAddress } from '../../../ui/url.ts'
import { ChannelSettings } from './ChannelSettings.tsx'
import { NoticeList } from './NoticeList.tsx'
import { ThresholdList } from './ThresholdList.tsx'

/** The user's notifications, where each kind appears, and the thresholds of the enterprise account. */
export function NotificationsPage() {
  const [{ tab = 'list' }, , clearBut] = useAddress(pages.notifications)
  // thresholds are about the profiles of all groups
  const hasThresholds = useGroupLimit() === null
  const show = (next: string | null) => {
    clearBut({ tab: next === 'channels' || next === 'thresholds' ? next : undefined })
  }
  return (
    <>
      <PageHeader title={pageTexts.notifications} text={texts.purpose} />
      <Tabs value={tab === 'thresholds' && !hasThresholds ? 'list' : tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="list">{texts.tabs.list}</Tabs.Tab>
          <Tabs.Tab value="channels">{texts.tabs.channels}</Tabs.Tab>
          {hasThresholds && <Tabs.Tab value="thresholds">{texts.tabs.thresholds}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="list">
          <NoticeList />
        </Tabs.Panel>
        <Tabs.Panel value="channels">
          <ChannelSettings />
        </Tabs.Panel>
        {hasThresholds && (
          <Tabs.Panel value="thresholds">
            <ThresholdList />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  )
}
