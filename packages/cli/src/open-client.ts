import { SimwrightClient } from '@simwright/client'
import { CommandError } from './exit-code.ts'
import { VERSION } from './version.ts'

/** @throws CommandError if the address or the key is malformed */
export function openClient(options: { url: string; key: string; allowHttp: boolean }): SimwrightClient {
  try {
    return new SimwrightClient({ ...options, headers: { 'User-Agent': `simwright-cli/${VERSION}` } })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}
