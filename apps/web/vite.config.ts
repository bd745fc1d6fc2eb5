import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The portal's server in development; `npm run dev` starts it on the default port. */
const DEVELOPMENT_SERVER = 'http://127.0.0.1:8080'

/** Lets the browser fetch the text face together with the style sheet, so that text does not change its shape after the first paint. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
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

/** Leaves out of the browser's build what an endpoint says for the API file alone. */
function dropSummaries(): Plugin {
  return {
    name: 'drop-summaries',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /packages\/contract\/src\/[\w/-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(/^ +summary:\s*(?:'[^'\n]*'|"[^"\n]*"),$/gm, ''), map: null }),
    },
  }
}

/** Leaves zod's writer of JSON Schema out of the browser's build: only the API file is made with it. */
function dropJsonSchemas(): Plugin {
  const writers = [
    /^ +inst\._zod\.processJSONSchema = .*;$/gm,
    /^ +jsonSchema: \{\n +input: createStandardJSONSchemaMethod.*\n.*\n +\},$/gm,
    /^ +toJSONSchema\(params\) \{\n.*\n +\},$/gm,
  ]
  return {
    name: 'drop-json-schemas',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: writers.reduce((rest, writer) => rest.replace(writer, ''), code), map: null }),
    },
  }
}

/** Writes each text file a second and third time, compressed, once and for all: the server sends what the browser reads. */
function compress(): Plugin {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  return {
    name: 'compress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler: ({ dir = '' }) => {
        for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|css|svg)$/.test(file)) continue
          const content = readFileSync(join(dir, file))
          writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
          writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content, quality))
        }
      },
    },
  }
}

/** Few files for each page: what every visitor loads, what pages share, and what a page has for itself. */
const CHUNKS = [
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 3, priority: 1 },
]

export default defineConfig({
  plugins: [react(), preloadTextFace(), dropSummaries(), dropJsonSchemas(), compress()],
  server: { proxy: { '/api': DEVELOPMENT_SERVER, '/brand': DEVELOPMENT_SERVER } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
})
