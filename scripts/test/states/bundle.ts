import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Extent } from '../../../apps/web/src/states/exchange.ts'
import { dropSummaries } from '../../summary-plugin.ts'
import { buildOnce } from '../built-once.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const WEB_APP = join(ROOT, 'apps', 'web')
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
  const write = ({ draft }: { draft: string }) => bundle(draft, extent === 'all')
  return await buildOnce({ name: `states-${extent}`, sources: SOURCES, write })
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
