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
import { giftOf, planUsage } from './plan-command.ts'
import { CommandFault, providerOf, providerUsage } from './provider-command.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

const USAGE = `npm run admin -- COMMAND

  create E-MAIL [--support]
    Makes somebody a platform administrator; with --support, platform support: they see everything and change nothing.
    Who has no account yet gets one, with a link that sets its password once.

  remove E-MAIL
    Takes the admin area away from somebody. The account stays.

  ${providerUsage}

  domain ENTERPRISE DOMAIN
    Confirms that a mail domain, named by the enterprise account of that id, is theirs.

  ${planUsage}

The server may run or not.`

type Command = (server: OpenServer) => Promise<string>

/** What the words of a command stand for, before anything is opened. @throws CommandFault */
function commandOf([name, ...words]: readonly string[]): Command {
  if (name === 'provider') {
    const settings = providerOf(words)
    return async (server) => {
      await setProvider(server, settings)
      const { slug, enabled } = settings
      return enabled
        ? `${settings.name} is offered. Its redirect URI: ${server.config.publicUrl}/oauth/callback/${slug}`
        : `${settings.name} is switched off.`
    }
  }
  if (name === 'create') return creationOf(words)
  if (name === 'remove') {
    const email = emailOf(words)
    return async (server) => {
      if (!(await removeStaff(server, email))) throw new CommandFault(`${email} is not one of the platform's staff`)
      return `${email} does not see the admin area any more.`
    }
  }
  if (name === 'domain') {
    const [enterpriseId = '', text = '', ...more] = words
    const domain = MailDomain.safeParse(text)
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(enterpriseId) || !domain.success || more.length > 0) {
      throw new CommandFault('domain takes the id of an enterprise account and a mail domain')
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
    return `${email} is ${role} now. A second factor is asked for at the first sign-in.\n${next}`
  }
}

function emailOf([text = '', ...more]: readonly string[]): string {
  const email = Email.safeParse(text)
  if (!email.success || more.length > 0) throw new CommandFault('an e-mail address is expected, and nothing else')
  return email.data
}

/** Whoever may start commands on the machine is staff; who that is the machine knows. */
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
