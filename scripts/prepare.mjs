// Runs before any command: installs the packages of the lockfile and builds the web app if they are outdated, then runs
// the command's script with the Node 24 of the packages. A mistyped option is refused before that; on a Node that does
// not run TypeScript, after the packages. It runs on Node 20.19 or newer, so it is plain JavaScript.
//
// node scripts/prepare.mjs [--web] SCRIPT [ARGUMENT...]
import { refusesOptions, runScript } from './prepare/child.mjs'
import { installPackages, nodeBeforeInstall } from './prepare/install.mjs'
import { buildWebApp } from './prepare/web-app.mjs'

const [first, ...rest] = process.argv.slice(2)
const needsWebApp = first === '--web'
const [script, ...args] = needsWebApp ? rest : [first, ...rest]

try {
  const early = nodeBeforeInstall()
  if (early && refusesOptions(early, script, args)) process.exit(1)
  const node = await installPackages()
  if (!early && refusesOptions(node, script, args)) process.exit(1)
  if (needsWebApp) await buildWebApp(node)
  process.exitCode = await runScript(node, script, args)
} catch (error) {
  console.error(`\n${error.message}`)
  if (script === 'scripts/test.ts') console.log('0 passed, 1 failed')
  process.exitCode = 1
}
