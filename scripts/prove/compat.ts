import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../release/command.ts'
import { checkOut } from './check-out.ts'
import { type Programs, provePrograms } from './cli.ts'
import { ROOT } from './portal.ts'

const PACK = `import { writeFileSync } from 'node:fs'
import { packPrograms } from './scripts/download/programs.ts'
for (const [name, content] of await packPrograms()) writeFileSync(process.argv[1] + '/' + name, content)`

/**
 * Command line and client library of a commit, by default the one before this, do their job with this server: sign in,
 * configurations, import, generate, lists, events, webhooks, exports, pushes and campaigns.
 */
export async function proveCompat([commit = 'HEAD~1']: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-compat-'))
  try {
    const programs = packPrograms(commit, folder)
    const subject = run(['git', 'log', '-1', '--format=%h %s', commit], { cwd: ROOT }).trim()
    console.log(`programs of ${subject}`)
    return await provePrograms(async () => programs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The programs that the portal of a commit offers, built from its sources. */
function packPrograms(commit: string, folder: string): Programs {
  const old = checkOut(commit, join(folder, 'old'))
  const out = join(folder, 'programs')
  mkdirSync(out)
  run([process.execPath, '--input-type=module', '--eval', PACK, out], { cwd: old })
  return new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]))
}
