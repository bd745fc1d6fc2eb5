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
      filter: { id: /packages\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: code.replace(/^ +summary:\s*(?:'[^'\n]*'|"[^"\n]*"),$/gm, ''), map: null }),
    },
  }
}

/** Leaves out of the browser's build zod's writer of JSON Schema, which only the API file is made with. */
function dropJsonSchemas(): Plugin {
  return {
    name: 'drop-json-schemas',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => ({ code: code.replace(/^ +inst\._zod\.processJSONSchema = .*;$/gm, ''), map: null }),
    },
  }
}

export default defineConfig({
  plugins: [react(), preloadTextFace(), dropSummaries(), dropJsonSchemas()],
  server: { proxy: { '/api': DEVELOPMENT_SERVER, '/brand': DEVELOPMENT_SERVER } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
