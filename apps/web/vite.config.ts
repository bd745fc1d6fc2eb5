import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type InlineConfig, type Plugin } from 'vite'
import { programDownloads } from '../../scripts/download/plugin.ts'
import { QUIET } from '../../scripts/download/quiet.ts'
import { guidePages } from '../../scripts/guide/plugin.ts'
import { dropSummaries } from '../../scripts/summary-plugin.ts'
import { slimZod } from '../../scripts/zod-plugin.ts'

/** The portal's server in development: `npm run dev` starts it on the default port. */
const DEVELOPMENT_SERVER = 'http://127.0.0.1:8080'

/** Preloads the text font with the style sheet, so that text does not change its shape after the first paint. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head',
          })),
    },
  }
}

/** Writes a gzip and a Brotli version of each text file; the server sends the one that the browser accepts. */
function compress(): Plugin {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  return {
    name: 'compress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler: ({ dir = '' }) => {
        for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|css|svg|json)$/.test(file)) continue
          const content = readFileSync(join(dir, file))
          writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
          writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content, quality))
        }
      },
    },
  }
}

/**
 * Builds the guide (`docs/guide`) into `dist/docs`. It is a build of its own, so that it shares no chunk with the portal:
 * one script that is not a module, because its pages are sandboxed and load files as another origin.
 */
export const GUIDE_BUILD: InlineConfig = {
  configFile: false,
  logLevel: 'warn',
  base: '/docs/',
  publicDir: false,
  plugins: [guidePages(), programDownloads(), compress()],
  build: {
    target: 'es2022',
    outDir: 'dist/docs',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      ...QUIET,
      input: 'src/guide/main.ts',
      output: { format: 'iife', entryFileNames: 'assets/guide-[hash].js' },
    },
  },
}

/** Builds the guide after the portal. */
function buildGuide(): Plugin {
  return {
    name: 'build-guide',
    apply: 'build',
    closeBundle: async () => {
      await build(GUIDE_BUILD)
    },
  }
}

/** Keeps the number of files per page small: code of every page, code that three or more share, and the page's own. */
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 3, priority: 1 },
]

/** The name of a class of a CSS module: unique with its file, and short, because scripts contain it too. */
function classNameOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ''))
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

export default defineConfig({
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [react(), preloadTextFont(), dropSummaries(), slimZod(), compress(), buildGuide()],
  server: { proxy: { '/api': DEVELOPMENT_SERVER, '/brand': DEVELOPMENT_SERVER, '/docs': DEVELOPMENT_SERVER } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // `npm run bench -- bundle` has the limit of size; a user sees the output of the first build
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { ...QUIET, output: { codeSplitting: { groups: CHUNKS } } },
  },
})
