import type { Secret } from '../secret/secret.ts'

/**
 * The PostgreSQL logins. They are separate so that wrong SQL in a transaction of an enterprise cannot reach the rows of
 * other enterprises.
 * - `owner` owns all tables, also those of the job queue. Migrations and the queue use it.
 * - `app` can take only the roles simwright_app, simwright_tenant and simwright_limited; `SET ROLE` and `RESET ROLE` give
 *   it nothing more.
 * - `system` can take the role simwright_system, which sees the rows of all enterprises.
 * `app` and `system` inherit nothing from their roles. No login can create roles.
 */
export const LOGINS = {
  owner: 'simwright_owner',
  app: 'simwright_app_login',
  system: 'simwright_system_login',
} as const

export type Login = keyof typeof LOGINS

/** The database URL of each login. In an external PostgreSQL the users may have other names than those in `LOGINS`. */
export type LoginUrls = Readonly<Record<Login, Secret<string>>>

export const GROUP_ROLES = ['simwright_app', 'simwright_tenant', 'simwright_limited', 'simwright_system'] as const

/**
 * simwright_limited has the rights of simwright_tenant, and further policies restrict it to the groups of a member. A
 * role of its own, so that these policies cost nothing in all other transactions.
 */
export const GRANT_TO_LIMITED = 'grant simwright_tenant to simwright_limited'

/** The roles that a login can take. */
export const ROLES_OF_LOGIN = {
  owner: GROUP_ROLES,
  app: ['simwright_app', 'simwright_tenant', 'simwright_limited'],
  system: ['simwright_system'],
} as const satisfies Record<Login, readonly (typeof GROUP_ROLES)[number][]>

export const SETTING_OF_LOGIN = {
  owner: 'MIGRATE_URL',
  app: 'DATABASE_URL',
  system: 'SYSTEM_URL',
} as const satisfies Record<Login, string>

/** A single login for everything, which owns the tables. The database then separates enterprises only by role. */
export function oneLogin(url: Secret<string>): LoginUrls {
  return { owner: url, app: url, system: url }
}

export function isOneLogin({ owner, app, system }: LoginUrls): boolean {
  return owner === app && owner === system
}

const RUNTIME_LOGINS = ['app', 'system'] as const

const createLogin = (login: Login) =>
  `create role ${LOGINS[login]} login ${login === 'owner' ? '' : 'noinherit '}password '...';`

const grantRoles = (login: Login, name: string = LOGINS[login]) =>
  `grant ${ROLES_OF_LOGIN[login].join(', ')} to ${name};`

/** SQL with which a superuser creates the group roles. */
export function statementsForGroupRoles(): string {
  return linesForGroupRoles().join(' ')
}

const linesForGroupRoles = () => [GROUP_ROLES.map((role) => `create role ${role};`).join(' '), `${GRANT_TO_LIMITED};`]

/** SQL with which a superuser creates a database with separate logins. */
export function statementsForNewDatabase(): string {
  const lines = [
    ...linesForGroupRoles(),
    ...(['owner', ...RUNTIME_LOGINS] as const).flatMap((login) => [createLogin(login), grantRoles(login)]),
    `create database simwright owner ${LOGINS.owner};`,
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

/** SQL with which a superuser adds separate logins to a database with a single login, which remains the owner. */
export function statementsForSeparation(owner: string): string {
  const lines = [
    ...RUNTIME_LOGINS.flatMap((login) => [createLogin(login), grantRoles(login)]),
    `alter role ${owner} nocreaterole;`,
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}
