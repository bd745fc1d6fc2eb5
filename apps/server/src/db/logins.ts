import type { Secret } from '../secret/secret.ts'

/**
 * Who signs in to PostgreSQL, so that SQL which goes astray in a transaction of an enterprise account reaches no other rows:
 * - `owner` owns the tables and those of the job queue, and changes their shape. Migrations and the queue use it.
 * - `app` takes the roles simwright_app and simwright_tenant, and no other: `SET ROLE` and `RESET ROLE` give it nothing more.
 * - `system` takes the role simwright_system, which sees the rows of all enterprise accounts.
 * A login inherits nothing from the roles it may take, and none of them may make roles.
 */
export const LOGINS = {
  owner: 'simwright_owner',
  app: 'simwright_app_login',
  system: 'simwright_system_login',
} as const

export type Login = keyof typeof LOGINS

/** Where each login finds the database; the names in them are those of `LOGINS` in the embedded PostgreSQL only. */
export type LoginUrls = Readonly<Record<Login, Secret<string>>>

export const GROUP_ROLES = ['simwright_app', 'simwright_tenant', 'simwright_system'] as const

/** The roles that a login may take. */
export const ROLES_OF_LOGIN = {
  owner: GROUP_ROLES,
  app: ['simwright_app', 'simwright_tenant'],
  system: ['simwright_system'],
} as const satisfies Record<Login, readonly (typeof GROUP_ROLES)[number][]>

export const SETTING_OF_LOGIN = {
  owner: 'MIGRATE_URL',
  app: 'DATABASE_URL',
  system: 'SYSTEM_URL',
} as const satisfies Record<Login, string>

/** One login that owns the tables and does all the work: the database then separates enterprise accounts by role only. */
export function oneLogin(url: Secret<string>): LoginUrls {
  return { owner: url, app: url, system: url }
}

export function isOneLogin({ owner, app, system }: LoginUrls): boolean {
  return owner === app && owner === system
}

const RUNNING = ['app', 'system'] as const

const makeLogin = (login: Login) =>
  `create role ${LOGINS[login]} login ${login === 'owner' ? '' : 'noinherit '}password '...';`

const grantRoles = (login: Login, name: string = LOGINS[login]) =>
  `grant ${ROLES_OF_LOGIN[login].join(', ')} to ${name};`

/** For a superuser, who makes a new database. */
export function statementsForNewDatabase(): string {
  const lines = [
    GROUP_ROLES.map((role) => `create role ${role};`).join(' '),
    ...(['owner', ...RUNNING] as const).flatMap((login) => [makeLogin(login), grantRoles(login)]),
    `create database simwright owner ${LOGINS.owner};`,
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

/** For a superuser, where the login `owner` does all the work until now: it stays the owner. */
export function statementsForSeparation(owner: string): string {
  const lines = [
    ...RUNNING.flatMap((login) => [makeLogin(login), grantRoles(login)]),
    `alter role ${owner} nocreaterole;`,
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}
