import { GROUP_ROLES, LOGINS, type Login, ROLES_OF_LOGIN } from '../logins.ts'
import type { Passwords } from './password.ts'

/** The login that owned everything, and could make roles, in clusters of earlier versions. */
export const EARLIER_LOGIN = 'simwright'

/**
 * Makes the group roles and the three logins with these passwords, and gives the owner what the login of earlier versions
 * owned. One statement, so one transaction; it may be run again. In one line, as single-user mode reads it.
 */
export function loginStatement(passwords: Passwords): string {
  const roles = [...GROUP_ROLES, ...Object.values(LOGINS)]
  const lines = [
    'do $$ declare wanted text; begin',
    `foreach wanted in array array['${roles.join("', '")}'] loop`,
    `if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I', wanted); end if;`,
    'end loop;',
    ...(['owner', 'app', 'system'] as const).flatMap((login) => grantsOf(login, passwords[login])),
    `if exists (select from pg_roles where rolname = '${EARLIER_LOGIN}') then`,
    `reassign owned by ${EARLIER_LOGIN} to ${LOGINS.owner}; drop owned by ${EARLIER_LOGIN}; drop role ${EARLIER_LOGIN};`,
    'end if; end $$',
  ]
  return lines.join(' ')
}

/** A login takes a role when it needs it, and has no right of it before. */
function grantsOf(login: Login, password: string): string[] {
  return [
    `alter role ${LOGINS[login]} login nocreaterole password '${password}';`,
    `grant ${ROLES_OF_LOGIN[login].join(', ')} to ${LOGINS[login]} with inherit false, set true;`,
  ]
}
