import { ActionIcon, Tooltip } from '@mantine/core'
import * as adminDashboard from '@simwright/contract/insight/admin-dashboard'
import { IconRefresh } from '@tabler/icons-react'
import { invalidate } from '../../../api/query-client.ts'
import { pageTexts } from '../../../texts/page.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { adminDashboardTexts as texts } from './admin-dashboard-texts.ts'
import { BusinessSection } from './BusinessSection.tsx'
import { ChecklistSection } from './ChecklistSection.tsx'
import { HealthSection } from './HealthSection.tsx'
import { HeldSection } from './HeldSection.tsx'

/** The page on which staff land: the business, and the health of the SM-DP+. */
export function AdminDashboardPage() {
  const refresh = () =>
    void invalidate([adminDashboard.held, adminDashboard.checklist, adminDashboard.business, adminDashboard.health])
  return (
    <>
      <PageHeader
        title={pageTexts.adminDashboard}
        text={texts.purpose}
        actions={
          <Tooltip label={texts.refresh}>
            <ActionIcon aria-label={texts.refresh} onClick={refresh}>
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Stack gap={32}>
        <HeldSection />
        <ChecklistSection />
        <BusinessSection />
        <HealthSection />
      </Stack>
    </>
  )
}
