// Before any command: brings the installed packages in step with the lockfile and the web app in step with its sources,
// then runs the command's script with the Node 24 that the packages bring. Runs itself on Node 20.19 or newer, so it is
// plain JavaScript.
//
// node scripts/prepare.mjs [--web] SCRIPT [ARGUMENT...]
import { runScript } from './prepare/child.mjs'
import { installPackages } from './prepare/install.mjs'
import { buildWebApp } from './prepare/web-app.mjs'

const [first, ...rest] = process.argv.slice(2)
const needsWebApp = first === '--web'
const [script, ...args] = needsWebApp ? rest : [first, ...rest]

try {
  const node = installPackages()
  if (needsWebApp) buildWebApp(node)
  process.exitCode = await runScript(node, script, args)
} catch (error) {
  console.error(`\n${error.message}`)
  if (script === 'scripts/test.ts') console.log('0 passed, 1 failed')
  process.exitCode = 1
}
