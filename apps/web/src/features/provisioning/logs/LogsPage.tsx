import { Tabs } from '@mantine/core'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { BatchLog } from './BatchLog.tsx'
import { logTexts as texts } from './logs-texts.ts'
import { ProfileLog } from './ProfileLog.tsx'
import { RecycleLog } from './RecycleLog.tsx'

/** The logs that the user's role may read, each in its tab. */
export function LogsPage() {
  const [search, , clearBut] = useAddress(pages.logs)
  const mayBatches = useAllowed('Generate_AC_Log_View')
  const mayProfiles = useAllowed('Profile_Log_View')
  const mayRecycles = useAllowed('Recycle_Log_View')
  const logs = [
    ...(mayBatches ? [{ id: 'generate' as const, label: texts.tabs.batches, Log: BatchLog }] : []),
    ...(mayProfiles ? [{ id: 'profile' as const, label: texts.tabs.profiles, Log: ProfileLog }] : []),
    ...(mayRecycles ? [{ id: 'recycle' as const, label: texts.tabs.recycles, Log: RecycleLog }] : []),
  ]
  const shown = logs.find(({ id }) => id === search.log) ?? logs[0]
  return (
    <>
      <PageHeader title={pageTexts.logs} text={texts.purpose} />
      {shown && (
        <Tabs
          value={shown.id}
          onChange={(id) => clearBut({ log: logs.find((log) => log.id === id)?.id })}
          keepMounted={false}
          className="over-table"
        >
          <TabList tabs={logs} shown={shown.id} />
          {logs.map(({ id, Log }) => (
            <Tabs.Panel key={id} value={id}>
              <Log />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </>
  )
}
