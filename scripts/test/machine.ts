import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A program that tests need, and the Debian package that brings it. */
export type Tool = { path: string | undefined; debian: string; way: string }

function findBrowser(): string | undefined {
  return process.env.PLAYWRIGHT_CHROMIUM || BROWSERS.map(findProgram).find((path) => path !== undefined)
}

function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/**
 * Finds Chromium (for the browser tests) and gpg (the other side of OpenPGP); as root on Debian it installs what is
 * missing. What is still missing is said on the terminal, with what to do.
 */
export function findTools(): { chromium: string | undefined; gpg: string | undefined } {
  const look = (): Record<'chromium' | 'gpg', Tool> => ({
    chromium: {
      path: findBrowser(),
      debian: 'chromium',
      way: 'The browser tests need Chromium: install it (Debian: apt-get install chromium), or name it by PLAYWRIGHT_CHROMIUM.',
    },
    gpg: {
      path: findProgram('gpg'),
      debian: 'gnupg',
      way: 'The OpenPGP tests need gpg 2.2 or newer: install it (Debian: apt-get install gnupg).',
    },
  })
  const missing = Object.values(look()).filter((tool) => tool.path === undefined)
  if (missing.length > 0 && canInstall()) install(missing.map((tool) => tool.debian))
  const { chromium, gpg } = look()
  for (const tool of [chromium, gpg]) if (tool.path === undefined) console.error(tool.way)
  return { chromium: chromium.path, gpg: gpg.path }
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined
}

function install(packages: readonly string[]): void {
  console.error(`Installing ${packages.join(' and ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (args: readonly string[]) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  run(['update', '-q'])
  run(['install', '-q', '-y', '--no-install-recommends', ...packages])
}
