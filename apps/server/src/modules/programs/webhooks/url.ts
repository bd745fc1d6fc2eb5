import { webhookPorts } from '@simwright/contract/programs/webhook'
import { fault } from '../../../http/input.ts'
import { isLoopbackHost, isPublicHost } from '../../../outside/address.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'

type Config = Pick<Server, 'config'>['config']

/**
 * Why an address is not called: not https, not on the public internet, the portal's own host, or a port that is not in the
 * list. A name is resolved and checked at each call. With CALL_LOOPBACK, this machine may be called too.
 */
export function callFault(config: Config, text: string): { rule: string; text: string } | undefined {
  const { protocol, hostname, port } = new URL(text)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (config.callLoopback && isLoopbackHost(host)) return undefined
  if (protocol !== 'https:') return { rule: 'https', text: 'Only https is called.' }
  if (!isPublicHost(host)) return { rule: 'private', text: 'Only hosts on the public internet are called.' }
  if (host.replace(/\.$/, '') === new URL(config.publicUrl).hostname)
    return { rule: 'own', text: 'The portal does not call itself.' }
  if ((webhookPorts as readonly number[]).includes(Number(port || 443))) return undefined
  return { rule: 'port', text: `Only these ports are called: ${webhookPorts.join(', ')}.` }
}

/** @throws Problem invalid for an address that is not called */
export function requireCallable(config: Config, text: string): void {
  const found = callFault(config, text)
  if (found) throw fault('fields.url', found.rule, found.text)
}
