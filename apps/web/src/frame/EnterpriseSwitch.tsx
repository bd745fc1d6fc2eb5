import { Menu, Skeleton } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { IconBuilding, IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk } from '../api/query.ts'
import { formatDate } from '../base/time.ts'
import { AddEnterpriseDialog } from '../membership/AddEnterpriseDialog.tsx'
import { useEnterprise } from '../membership/enterprise.ts'
import { useEnterpriseSwitch } from '../membership/enterprise-switch.ts'
import { pages } from '../paths.ts'
import { isStaff } from '../session/held-permission.ts'
import { useAllowed, usePermissions } from '../session/permission.tsx'
import { enterpriseTexts } from '../texts/enterprise.ts'
import { say } from '../texts/text.ts'
import { Note } from '../ui/layout/layout.tsx'
import classes from './EnterpriseSwitch.module.css'

const texts = enterpriseTexts.switch

/** The current enterprise account with a menu to switch to another one or to add one. */
export function EnterpriseSwitch() {
  const current = useEnterprise()
  const [isOpen, setIsOpen] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const others = useAsk(enterprise.list, {}, { enabled: isOpen })
  const isPlatformStaff = isStaff(usePermissions())
  const maySettings = useAllowed(pages.enterprise.permissions)
  const { go, isPending } = useEnterpriseSwitch()
  if (!current) return <Skeleton width={140} height={12} />
  const suspended = others.data?.items.find(({ id }) => id === current.id)?.suspended
  return (
    <>
      <Menu position="bottom-start" width={300} withinPortal={false} opened={isOpen} onChange={setIsOpen}>
        <Menu.Target>
          <button type="button" className={classes.button} aria-busy={isPending}>
            <Logo url={current.logoUrl} />
            <span className={classes.name} title={current.name}>
              {current.name}
            </span>
            {!isPlatformStaff && <span className={classes.plan}>{current.plan}</span>}
            <span className="visually-hidden">{texts.open}</span>
            <IconChevronDown size={14} className="fixed muted" aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.heading}</Menu.Label>
          <div style={{ overflowY: 'auto', maxHeight: 320 }}>
            {!others.data && <Skeleton height={12} m={12} width={200} />}
            {others.data?.items.map((one) => (
              <AccountItem key={one.id} account={one} onChoose={() => one.current || go(one.id)} />
            ))}
          </div>
          <Menu.Divider />
          {maySettings && (
            <Menu.Item
              component={Link}
              to={pages.enterprise.path}
              leftSection={<IconBuilding size={16} stroke={1.6} />}
            >
              <span className={classes.long}>{say(texts.settings, { name: current.name })}</span>
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setIsAdding(true)}>
            {texts.add}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {suspended && <span className={classes.suspended}>{texts.suspended}</span>}
      <AddEnterpriseDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={go} />
    </>
  )
}

function AccountItem({ account, onChoose }: { account: enterprise.Membership; onChoose: () => void }) {
  const { name, logoUrl, current } = account
  return (
    <Menu.Item
      onClick={onChoose}
      leftSection={<Logo url={logoUrl} />}
      rightSection={current ? <IconCheck size={16} aria-hidden /> : undefined}
      aria-current={current || undefined}
    >
      <div className={classes.itemName}>{name}</div>
      <Note as="div" size="small">
        {noteOf(account)}
      </Note>
    </Menu.Item>
  )
}

/** Has no alternative text, because the name is next to it. */
function Logo({ url }: { url: string | null }) {
  return url && <img src={url} alt="" className={classes.logo} />
}

function noteOf({ suspended, deletionAt, roleName, plan }: enterprise.Membership): string {
  if (deletionAt) return say(texts.closing, { date: formatDate(deletionAt) })
  return suspended ? texts.suspended : say(texts.role, { role: roleName, plan })
}
