import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MANIFEST = join(import.meta.dirname, '..', '..', '..', '..', 'package.json')

/** The version of Simwright (package.json). */
export const VERSION: string = JSON.parse(readFileSync(MANIFEST, 'utf8')).version

/** What `/healthz` answers. */
export const ALIVE = { status: 'alive', version: VERSION } as const
