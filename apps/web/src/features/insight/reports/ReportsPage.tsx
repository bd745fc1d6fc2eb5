import { Tabs } from '@mantine/core'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { ReportView } from './ReportView.tsx'
import { reportTexts as texts } from './report-texts.ts'
import { SavedReports } from './SavedReports.tsx'
import { Schedules } from './Schedules.tsx'

const tabs = [
  { id: undefined, label: texts.tabs.report, Tab: ReportView },
  { id: 'saved', label: texts.tabs.saved, Tab: SavedReports },
  { id: 'schedules', label: texts.tabs.schedules, Tab: Schedules },
] as const

/** A report, the saved reports, and the schedules that send them. */
export function ReportsPage() {
  const [{ tab }, , clearExcept] = useAddress(pages.reports)
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0]
  return (
    <>
      <PageHeader title={pageTexts.reports} text={texts.purpose} />
      <Tabs
        value={shown.label}
        onChange={(label) => clearExcept({ tab: tabs.find((one) => one.label === label)?.id })}
        keepMounted={false}
      >
        <TabList tabs={tabs.map(({ label }) => ({ id: label, label }))} shown={shown.label} />
        {tabs.map(({ label, Tab }) => (
          <Tabs.Panel key={label} value={label}>
            <Tab />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
