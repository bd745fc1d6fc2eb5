import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PORT = '5174'

/** Serves the gallery of the states of all pages, without a server: each state has its own answers. */
console.log(`The states of all pages: http://localhost:${PORT}/states.html`)
const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
const args = [vite, '--port', PORT, '--strictPort', '--logLevel', 'warn']
const gallery = spawn(process.execPath, args, { cwd: join(ROOT, 'apps', 'web'), stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => gallery.kill('SIGTERM'))
const [code] = await once(gallery, 'exit')
process.exitCode = code ?? 0
