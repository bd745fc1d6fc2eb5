import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../../release/command.ts'
import { ROOT } from '../portal.ts'

/** Copies the sources, also those that are not committed, and the installed packages; nothing that is built. */
export function copySources(folder: string): void {
  const listed = run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  for (const modules of ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules']) {
    if (!existsSync(join(ROOT, modules))) continue
    const words = [join(ROOT, modules), join(folder, modules)]
    // links take no space, but only within a file system
    if (spawnSync('cp', ['-al', ...words]).status !== 0) run(['cp', '-a', '--force', ...words])
    for (const built of ['.cache', '.vite']) rmSync(join(folder, modules, built), { recursive: true, force: true })
  }
}
