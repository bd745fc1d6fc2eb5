import { Checkbox } from '@mantine/core'
import type { MenuId, PermissionId } from '@simwright/contract/permission'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { usePermissions } from '../session/permission.tsx'
import { teamTexts } from '../texts/team.ts'
import { Grid } from '../ui/layout/layout.tsx'
import classes from './PermissionTree.module.css'
import { actionsOf, permissionAreas, permissionLabel, toggled } from './permission-areas.ts'

type PermissionTreeProps = {
  held: ReadonlySet<string>
  /** The menus that are offered; by default all of an enterprise account. */
  areas?: typeof permissionAreas
  /** The permissions that are offered; by default all of the menus. */
  offered?: ReadonlySet<string>
  /** Without it the tree is read-only. */
  onChange?: (held: Set<string>) => void
}

/** All permissions of an enterprise account by area, each action under the page it belongs to. */
export function PermissionTree({ held, areas = permissionAreas, offered, onChange }: PermissionTreeProps) {
  const own = usePermissions()
  const isOffered = (id: string) => offered?.has(id) ?? true
  return (
    <Grid min={250} gap="20 32" align="start">
      {areas.map(({ label, menus }) => (
        <fieldset key={label}>
          <legend className="fine muted bold" style={{ marginBottom: 8 }}>
            {label}
          </legend>
          {menus.map((menu) => (
            <div key={menu} className="ruled" style={{ padding: '6px 0' }}>
              {[menu, ...actionsOf(menu)].filter(isOffered).map((id) => (
                <Permission
                  key={id}
                  id={id}
                  isAction={id !== menu}
                  isHeld={held.has(id)}
                  isOwn={own.has(id)}
                  toggle={onChange && (() => onChange(toggled(held, menu as MenuId, id)))}
                />
              ))}
            </div>
          ))}
        </fieldset>
      ))}
    </Grid>
  )
}

type PermissionProps = {
  id: PermissionId
  isAction: boolean
  isHeld: boolean
  /** Whether the user holds the permission and may therefore grant it. */
  isOwn: boolean
  toggle?: () => void
}

function Permission({ id, isAction, isHeld, isOwn, toggle }: PermissionProps) {
  const { held, notHeld } = teamTexts.role
  if (toggle) {
    return (
      <div className={classes.tick} data-action={isAction || undefined}>
        <Checkbox
          label={permissionLabel(id)}
          checked={isHeld}
          disabled={!isOwn && !isHeld}
          onChange={toggle}
          size="xs"
        />
      </div>
    )
  }
  const Icon = isHeld ? IconCheck : IconMinus
  return (
    <div className={classes.line} data-action={isAction || undefined} data-held={isHeld || undefined}>
      <Icon size={14} stroke={isHeld ? 2.4 : 1.6} aria-hidden className={classes.mark} />
      <span className="visually-hidden">{isHeld ? held : notHeld}: </span>
      {permissionLabel(id)}
    </div>
  )
}
