import { Tabs } from '@mantine/core'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { legalTexts } from '../../../texts/legal.ts'
import { pageTexts } from '../../../texts/page.ts'
import { TabList } from '../../../ui/layout/TabList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { DiscountList } from './DiscountList.tsx'
import { LegalTab } from './LegalTab.tsx'
import { PlanList } from './PlanList.tsx'
import { plansTexts as texts } from './plans-texts.ts'
import { SellerTab } from './SellerTab.tsx'

const tabs = [
  { id: 'plans', label: texts.tabs.plans },
  { id: 'discounts', label: texts.tabs.discounts },
  { id: 'seller', label: texts.tabs.seller },
  { id: 'texts', label: legalTexts.admin.tab },
]

/** Plans, discount codes, tax rates and sellers; for platform staff. */
export function PlansPage() {
  const [{ tab }, , clearBut] = useAddress(pages.plans)
  const show = (next: string | null) => {
    clearBut({ tab: next === 'discounts' || next === 'seller' || next === 'texts' ? next : undefined })
  }
  return (
    <>
      <PageHeader title={pageTexts.plans} text={texts.purpose} />
      <Tabs value={tab ?? 'plans'} onChange={show} keepMounted={false} className="over-table">
        <TabList tabs={tabs} shown={tab ?? 'plans'} />
        <Tabs.Panel value="plans">
          <PlanList />
        </Tabs.Panel>
        <Tabs.Panel value="discounts">
          <DiscountList />
        </Tabs.Panel>
        <Tabs.Panel value="seller">
          <SellerTab />
        </Tabs.Panel>
        <Tabs.Panel value="texts">
          <LegalTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
