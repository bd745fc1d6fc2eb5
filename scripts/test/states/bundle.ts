import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Extent } from '../../../apps/web/src/states/exchange.ts'
import { dropSummaries } from '../../summary-plugin.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const WEB_APP = join(ROOT, 'apps', 'web')
const CACHE = join(ROOT, 'node_modules', '.cache', 'simwright')
const SOURCES = [
  'apps/web/src/**/*',
  'apps/web/postcss.config.cjs',
  'packages/{contract,ids,qr}/src/**/*.ts',
  'package-lock.json',
  'scripts/summary-plugin.ts',
  'scripts/test/states/bundle.ts',
]

/**
 * Builds the page of the states of all pages, unless it was built from the current sources: one script with all pages and
 * their states, which a browser loads faster than a thousand modules. All states are shown by React's development build,
 * whose warnings fail a test; the sample by its production build, which takes a third of the time.
 * @returns the folder of `states.js` and `style.css`
 */
export async function buildStates(extent: Extent): Promise<string> {
  const folder = join(CACHE, `states-${extent}`, hashSources())
  if (existsSync(folder)) return folder
  mkdirSync(join(folder, '..'), { recursive: true })
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'))
  try {
    await bundle(unfinished, extent === 'all')
    deleteOld(join(folder, '..'))
    // unless another run has built it meanwhile
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Another run may still use what was built before. */
function deleteOld(parent: string): void {
  const builds = readdirSync(parent).map((name) => join(parent, name))
  for (const build of builds) if (Date.now() - statSync(build).mtimeMs > DAY_MS) rmSync(build, { recursive: true })
}

async function bundle(outDir: string, isDevelopment: boolean): Promise<void> {
  await build({
    configFile: false,
    root: WEB_APP,
    logLevel: 'warn',
    publicDir: false,
    plugins: [react(), dropSummaries()],
    mode: isDevelopment ? 'development' : 'production',
    define: { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' },
    oxc: { jsx: { development: isDevelopment } },
    build: {
      target: 'esnext',
      outDir,
      emptyOutDir: true,
      minify: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: 'src/states/test-page.ts',
        output: { codeSplitting: false, entryFileNames: 'states.js', assetFileNames: '[name][extname]' },
      },
    },
  })
}

function hashSources(): string {
  const hash = createHash('sha256')
  const entries = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const file of files.toSorted()) hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}
