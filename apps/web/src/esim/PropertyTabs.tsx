import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { linkTo, pages } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { TabList } from '../ui/layout/TabList.tsx'

const places = { group: pages.group, tags: pages.tags, attributes: pages.attributes, rules: pages.rules } as const

type PropertyTabsProps = { shown: keyof typeof places; children: ReactNode }

/** The pages about what an enterprise account attaches to its profiles, and the rules that do so, as tabs. */
export function PropertyTabs({ shown, children }: PropertyTabsProps) {
  const navigate = useNavigate()
  const held = usePermissions()
  const tabs = Object.entries(places).flatMap(([id, { title, permissions }]) =>
    isAllowed(permissions, held) ? [{ id, label: title }] : [],
  )
  const open = (id: string | null) => {
    const place = Object.entries(places).find(([one]) => one === id)
    if (place) void navigate(linkTo(place[1]))
  }
  return (
    <Tabs value={shown} onChange={open} className="over-table">
      <TabList tabs={tabs} shown={shown} />
      <Tabs.Panel value={shown}>{children}</Tabs.Panel>
    </Tabs>
  )
}
