import { Tabs } from '@mantine/core'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { noticeTexts as texts } from '../../../texts/notice.ts'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'
import { NoticeList } from './NoticeList.tsx'
import { ThresholdList } from './ThresholdList.tsx'

/** The user's notifications, where each kind appears, and the thresholds of the enterprise account. */
export function NotificationsPage() {
  const [{ tab = 'list' }, , clearBut] = useAddress(pages.notifications)
  // thresholds are about the profiles of all groups: a limited member comes here only by an address
  const isLimited = useGroupLimit() !== null
  const tabs = [
    { id: 'list', label: texts.tabs.list },
    { id: 'channels', label: texts.tabs.channels },
    ...(!isLimited || tab === 'thresholds' ? [{ id: 'thresholds', label: texts.tabs.thresholds }] : []),
  ]
  const show = (next: string | null) => {
    clearBut({ tab: next === 'channels' || next === 'thresholds' ? next : undefined })
  }
  return (
    <>
      <PageHeader title={pageTexts.notifications} text={texts.purpose} />
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <TabList tabs={tabs} shown={tab} />
        <Tabs.Panel value="list">
          <NoticeList />
        </Tabs.Panel>
        <Tabs.Panel value="channels">
          <ChannelSettings />
        </Tabs.Panel>
        <Tabs.Panel value="thresholds">
          {isLimited ? (
            <EmptyState drawing="mail" title={texts.thresholds.limitedTitle} text={texts.thresholds.limitedText} />
          ) : (
            <ThresholdList />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
