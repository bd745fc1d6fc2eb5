import type { Role } from '@simwright/contract/team'
import { teamTexts } from '../../texts/team.ts'

type Choice = { value: string; label: string; disabled: boolean }

/** Roles for a select; those that hold more than the user are shown, and cannot be chosen. */
export function roleChoices(roles: readonly Role[]): { group: string; items: Choice[] }[] {
  const group = (label: string, builtIn: boolean) => ({
    group: label,
    items: roles
      .filter((role) => role.builtIn === builtIn)
      .map((role) => ({ value: role.id, label: role.name, disabled: !role.grantable })),
  })
  return [group(teamTexts.role.own, false), group(teamTexts.role.builtIn, true)].filter(({ items }) => items.length > 0)
}
