import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { buildOnce } from './built-once.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Programs that tests start as processes or threads of their own. */
const PROGRAMS = [
  'apps/server/src/{main,admin/main,demo/main}.ts',
  'apps/server/src/backup/{backup,restore}-main.ts',
  'apps/server/src/modules/provisioning/phone/phone-process.ts',
  'apps/server/src/worker/task-{process,thread}.ts',
  'apps/server/src/**/*-{task,worker}.ts',
  'packages/cli/src/main.ts',
  'tests/e2e/*-process.ts',
]

const SOURCES = [
  'apps/server/src/**/!(*.test).ts',
  'packages/*/src/**/!(*.test).ts',
  'tests/e2e/!(*.test).ts',
  '{.,apps/server,packages/*}/package.json',
  'package-lock.json',
  'scripts/test/programs.ts',
]

/** Packages with many modules, bundled too. All others are loaded as Node does it: some read files next to their own. */
const BUNDLED_PACKAGES = [
  /^@simwright\//,
  '@mantine/colors-generator',
  'chroma-js',
  'csv-parse',
  'csv-stringify',
  'jose',
  'kysely',
  'zod',
]

/**
 * Bundles the programs, unless they were bundled from the current sources: to find and load the thousands of modules of a
 * server takes most of its start.
 * @returns their folder, in which a program has the path of its source
 */
export async function bundlePrograms(): Promise<string> {
  return await buildOnce({ name: 'programs', sources: SOURCES, write: bundle })
}

async function bundle({ draft, folder }: { draft: string; folder: string }): Promise<void> {
  const { build } = await import('vite')
  const input = globSync(PROGRAMS, { cwd: ROOT }).map((file) => [file.replace(/\.ts$/, ''), join(ROOT, file)])
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    plugins: [keepPlaces(folder)],
    ssr: { external: true, noExternal: BUNDLED_PACKAGES, resolve: { conditions: ['node'], mainFields: ['main'] } },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: draft,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(input),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunk/[name]-[hash].mjs' },
      },
    },
  })
}

/** @see placesKept */
function keepPlaces(folder: string): Plugin {
  return {
    name: 'keep-places',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(?:apps|packages|tests)\/(?!.*node_modules).*\.ts$/, code: 'import.meta' },
      handler: (code, id) => ({ code: placesKept(code, { id, folder }), map: null }),
    },
  }
}

/** In a bundle, a module still finds the files next to its source; the programs it starts are those of `folder`. */
export function placesKept(code: string, { id, folder }: { id: string; folder: string }): string {
  return code
    .replace(/new URL\('(\.\/[\w/-]+)\.ts', import\.meta\.url\)/g, (_, path: string) => {
      const program = `${relative(ROOT, join(dirname(id), path))}.mjs`
      return `new URL(${JSON.stringify(pathToFileURL(join(folder, program)).href)})`
    })
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
}
