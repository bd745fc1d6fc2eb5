import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { signInByDevice } from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { removeCredentials, saveCredential } from '../credential-file.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { openClient } from '../open-client.ts'
import { factsText } from '../table.ts'
import { printable, type Terminal } from '../terminal.ts'
import { VERSION } from '../version.ts'

/** Permissions are a tree of menus. */
type Node = { menuName: string; children: readonly Node[] }

const namesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(({ menuName, children }) => [menuName, ...namesOf(children)])

export const login: Command = {
  name: 'login',
  takes: 'URL',
  summary: 'Sign in to a portal: type an API key, or approve a code there with --device',
  options: {
    device: { help: 'get a code, and approve it on the portal; the key is created on this machine' },
    scope: {
      value: 'SCOPE',
      multiple: true,
      help: 'with --device: a permission of the key; default: those of all commands',
    },
    'with-key': { help: 'read the key from standard input' },
    'allow-http': { help: 'send the key without TLS' },
  },
  run: async (call) => {
    const [url = ''] = call.words
    const allowHttp = call.isOn('allow-http')
    const key = call.isOn('device') ? await approvedKey(call, { url, allowHttp }) : await readKey(call)
    const credential = { url, key, allowHttp }
    const { name } = await openClient(credential).call('/enterprise/info', {})
    const path = saveCredential(call.terminal.env, credential)
    await call.print({ enterprise: name, url, credentials: path }, `Signed in to ${name}. The key is in ${path}.`)
    return undefined
  },
}

/** The permissions that the commands need. */
const COMMAND_SCOPES = [
  'Profile_Config_View',
  'Profile_Config_Edit',
  'Generate_Ac_View',
  'Generate_Ac_Create',
  'Generate_AC_Log_View',
  'Profile_Log_View',
  'Fleet_View',
  'Fleet_Edit',
  'Fleet_Export',
  'Group_View',
  'Group_Edit',
  'Campaign_View',
  'Campaign_Edit',
  'Eid_Push_Create',
  'Enterprise_View',
  'Enterprise_Edit',
] as const

const MACHINE_LENGTH = 64

/** @throws CommandError if the sign-in was refused or not approved in time */
async function approvedKey(call: Call, { url, allowHttp }: { url: string; allowHttp: boolean }): Promise<string> {
  const scopes = call.texts('scope').length > 0 ? call.texts('scope') : COMMAND_SCOPES
  const machine = hostname().slice(0, MACHINE_LENGTH) || 'Command line'
  const { signal } = call.terminal
  const onCode = ({ code, page }: { code: string; page: string }) =>
    call.note(`Open ${page}\nand enter the code ${printable(code)}, which is valid for 10 minutes.`)
  const headers = { 'User-Agent': `simwright-cli/${VERSION}` }
  try {
    const key = await signInByDevice({ url, allowHttp, machine, scopes, signal, onCode, headers })
    if (key !== undefined) return key
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message)
    throw error
  }
  throw new CommandError('The sign-in was refused, or not approved in time.', EXIT.signIn)
}

/** From the environment, standard input or a prompt that does not show it. Never from an argument, which others can see. */
async function readKey({ terminal, isOn }: Call): Promise<string> {
  const { env, input, notes } = terminal
  if (isOn('with-key')) return (await readText(input)).trim()
  if (env.SIMWRIGHT_KEY) return env.SIMWRIGHT_KEY
  if (!input.isTTY) throw new CommandError('No terminal: pass the key on standard input with --with-key.', EXIT.usage)
  notes.write('API key: ')
  return await readHidden(terminal)
}

async function readHidden({ input, notes }: Terminal): Promise<string> {
  const prompt = createInterface({ input, terminal: true })
  try {
    for await (const line of prompt) return line.trim()
    throw new CommandError('No key.', EXIT.usage)
  } finally {
    prompt.close()
    notes.write('\n')
  }
}

export const logout: Command = {
  name: 'logout',
  takes: '',
  summary: 'Delete the stored key of a portal',
  options: {},
  run: async (call) => {
    const urls = removeCredentials(call.terminal.env, call.text('url'))
    const text = `The key is deleted here. To end it everywhere, revoke it on the developer page of the portal.`
    await call.print({ urls }, urls.length > 0 ? text : 'No key was stored.')
    return undefined
  },
}

export const whoami: Command = {
  name: 'whoami',
  takes: '',
  summary: 'The enterprise account and the scopes of the key',
  options: {},
  run: async (call) => {
    const client = call.client()
    const [enterprise, permissions] = await Promise.all([
      client.call('/enterprise/info', {}),
      client.call('/permission/getUserPermissions', {}),
    ])
    const scopes = namesOf(permissions.userPermissions)
    const { name, plan, smdpAddress } = enterprise
    await call.print(
      { enterprise: name, plan, smdpAddress, scopes },
      factsText([
        ['Enterprise', name],
        ['Plan', plan],
        ['SM-DP+', smdpAddress],
        ['Scopes', scopes.join(', ')],
      ]),
    )
    return undefined
  },
}
