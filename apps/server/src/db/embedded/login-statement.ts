import { GRANT_TO_LIMITED, GROUP_ROLES, LOGINS, type Login, ROLES_OF_LOGIN } from '../logins.ts'
import type { Passwords } from './password.ts'

/** The login of earlier versions, which owned everything and could create roles. */
export const EARLIER_LOGIN = 'simwright'

/**
 * SQL that creates the group roles and the three logins with these passwords, and makes the owner login the owner of
 * what the login of earlier versions owned. It is one statement, so one transaction; idempotent; and one line, as
 * single-user mode requires.
 */
export function loginStatement(passwords: Passwords): string {
  const roles = [...GROUP_ROLES, ...Object.values(LOGINS)]
  const lines = [
    'do $$ declare wanted text; begin',
    `foreach wanted in array array['${roles.join("', '")}'] loop`,
    `if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I', wanted); end if;`,
    'end loop;',
    `${GRANT_TO_LIMITED};`,
    ...(['owner', 'app', 'system'] as const).flatMap((login) => grantsOf(login, passwords[login])),
    `if exists (select from pg_roles where rolname = '${EARLIER_LOGIN}') then`,
    `reassign owned by ${EARLIER_LOGIN} to ${LOGINS.owner}; drop owned by ${EARLIER_LOGIN}; drop role ${EARLIER_LOGIN};`,
    'end if; end $$',
  ]
  return lines.join(' ')
}

/** A login does not inherit the rights of its roles; it must `SET ROLE` first. */
function grantsOf(login: Login, password: string): string[] {
  return [
    `alter role ${LOGINS[login]} login nocreaterole password '${password}';`,
    `grant ${ROLES_OF_LOGIN[login].join(', ')} to ${LOGINS[login]} with inherit false, set true;`,
  ]
}
