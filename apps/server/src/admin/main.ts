import { Email } from '@simwright/contract/people/account'
import { MailDomain } from '@simwright/contract/people/sso'
import { ConfigError, readConfig } from '../config.ts'
import { openNextToServer } from '../db/reach.ts'
import { addStaff, removeStaff } from '../modules/people/accounts/service.ts'
import { verifyDomain } from '../modules/people/oauth/service.ts'
import { type Actor, actAs } from '../modules/platform/audit/service.ts'
import { givePlan } from '../modules/platform/plans/service.ts'
import { setProvider } from '../modules/platform/providers/service.ts'
import { openLog } from '../runtime/log.ts'
import { type OpenServer, openServer } from '../server.ts'
import { exportOf, importOf, moveUsage } from './move-command.ts'
import { giftOf, planUsage } from './plan-command.ts'
import { CommandFault, providerOf, providerUsage } from './provider-command.ts'
import { releaseOf, restoredOf, restoreUsage } from './restore-command.ts'
import { rollupCommandOf, rollupUsage } from './rollup-command.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

const USAGE = `npm run admin -- COMMAND

  create E-MAIL [--support]
    Makes a user a platform administrator; with --support, platform support, who can see everything and change nothing.
    A user without an account gets one, with a one-time link to set the password.

  remove E-MAIL
    Removes a user from the platform's staff. The account stays.

  ${providerUsage}

  domain ENTERPRISE DOMAIN
    Confirms that a mail domain belongs to the enterprise account with that ID.

  ${planUsage}

  ${rollupUsage}

  ${restoreUsage}

  ${moveUsage}

The commands work whether or not the server runs.`

type Command = (server: OpenServer) => Promise<string>

/** Parses a command, before anything is opened. @throws CommandFault */
function commandOf([name, ...words]: readonly string[]): Command {
  if (name === 'provider') {
    const settings = providerOf(words)
    return async (server) => {
      await setProvider(server, settings)
      const { slug, enabled } = settings
      return enabled
        ? `${settings.name} is enabled. Its redirect URI: ${server.config.publicUrl}/oauth/callback/${slug}`
        : `${settings.name} is disabled.`
    }
  }
  if (name === 'create') return creationOf(words)
  if (name === 'remove') {
    const email = emailOf(words)
    return async (server) => {
      if (!(await removeStaff(server, email))) throw new CommandFault(`${email} is not one of the platform's staff`)
      return `${email} is no longer one of the platform's staff.`
    }
  }
  if (name === 'domain') {
    const [enterpriseId = '', text = '', ...more] = words
    const domain = MailDomain.safeParse(text)
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(enterpriseId) || !domain.success || more.length > 0) {
      throw new CommandFault('domain needs the ID of an enterprise account and a mail domain')
    }
    return async (server) => {
      await verifyDomain(server, enterpriseId, { domain: domain.data, by: 'STAFF' })
      return `${domain.data} is confirmed.`
    }
  }
  if (name === 'plan') {
    const gift = giftOf(words)
    return async (server) => {
      await givePlan(server, gift)
      return `${gift.plan} runs from now until ${gift.endsAt.toISOString()}.`
    }
  }
  if (name === 'restored') return restoredOf(words)
  if (name === 'release') return releaseOf(words)
  if (name === 'export-enterprise') return exportOf(words)
  if (name === 'import-enterprise') return importOf(words)
  if (name === 'rollups') return rollupCommandOf(words)
  throw new CommandFault(`there is no command ${name}`)
}

function creationOf(words: readonly string[]): Command {
  const role = words.includes('--support') ? 'Platform support' : 'Platform admin'
  const email = emailOf(words.filter((word) => word !== '--support'))
  return async (server) => {
    const { link } = await addStaff(server, { email, role })
    const next = link
      ? `Set the password within 24 hours; the link works once:\n\n  ${link}\n`
      : `Sign in at ${server.config.publicUrl}/login and choose "Platform staff" among the enterprise accounts.`
    return `${email} is ${role} now. A second factor is required at the first sign-in.\n${next}`
  }
}

function emailOf([text = '', ...more]: readonly string[]): string {
  const email = Email.safeParse(text)
  if (!email.success || more.length > 0) throw new CommandFault('expected one e-mail address')
  return email.data
}

/**
 * The actor of commands. Any user who can run commands on the machine counts as staff; the portal does not know who it
 * is.
 */
const terminal: Actor = { kind: 'STAFF', id: null, name: 'Terminal', email: null, address: null, requestId: null }

async function run(words: readonly string[]): Promise<void> {
  if (words.length === 0) {
    say(USAGE)
    return
  }
  const command = commandOf(words)
  const config = readConfig()
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const database = await openNextToServer(config)
  const server = await openServer(config, { log, database, background: 'none' })
  try {
    say(await actAs(terminal, () => command(server)))
  } finally {
    await server.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  if (error instanceof CommandFault) say(`${error.message}\n\n${USAGE}`)
  else say(error instanceof ConfigError || error instanceof Error ? error.message : String(error))
}
