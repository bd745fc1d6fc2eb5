import { Select, type SelectProps } from '@mantine/core'
import type { Role } from '@simwright/contract/people/team'
import { teamTexts } from '../../../texts/team.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { roleAbout } from './role-about.ts'

type Choice = { value: string; label: string; about: string; disabled: boolean }

/** Roles with more permissions than the user holds are shown, but disabled. */
function choicesOf(roles: readonly Role[]): { group: string; items: Choice[] }[] {
  const group = (label: string, builtIn: boolean) => ({
    group: label,
    items: roles
      .filter((role) => role.builtIn === builtIn)
      .map((role) => ({ value: role.id, label: role.name, about: roleAbout(role), disabled: !role.grantable })),
  })
  return [group(teamTexts.role.own, false), group(teamTexts.role.builtIn, true)].filter(({ items }) => items.length > 0)
}

type RoleSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  roles: readonly Role[]
  value: string | null
  onChange: (roleId: string | null) => void
}

/** Selects a role of the enterprise account. */
export function RoleSelect({ roles, ...field }: RoleSelectProps) {
  return (
    <Select
      data={choicesOf(roles)}
      renderOption={({ option }) => {
        const { label, about } = option as Choice
        return (
          <div>
            {label}
            <Note as="div" size="small">
              {about}
            </Note>
          </div>
        )
      }}
      withScrollArea={false}
      styles={{ dropdown: { maxHeight: 260, overflowY: 'auto' } }}
      allowDeselect={false}
      placeholder={teamTexts.role.choose}
      {...field}
    />
  )
}
