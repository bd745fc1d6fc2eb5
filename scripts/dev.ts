import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const WEB_APP = join(ROOT, 'apps', 'web')
const WEB_PORT = '5173'

/** Restarts the server at each change. Links in mails point to the web app served by Vite. */
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { PUBLIC_URL: `http://localhost:${WEB_PORT}`, ...process.env },
})

const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const web = spawn(process.execPath, [vite, '--port', WEB_PORT, '--strictPort'], { cwd: WEB_APP, stdio: 'inherit' })

const children: readonly ChildProcess[] = [server, web]
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}

const ended = children.map(
  (child) => new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
)
process.exitCode = await Promise.race(ended)
for (const child of children) child.kill('SIGTERM')
