import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { QUIET } from './quiet.ts'
import { packTarball, type TarFile } from './tarball.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The oldest Node on which the downloads run. */
const NODE = 20

/** The files that the portal offers for download, by name. They install without a registry. */
export async function packPrograms(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map([
    ['simwright-client.tgz', await packClient()],
    ['simwright-cli.tgz', await packCli()],
  ])
}

/** The client library as one module, which also runs in browsers, with its declarations. */
async function packClient(): Promise<Uint8Array> {
  const { version, license, description } = readManifest('client')
  const manifest = {
    name: '@simwright/client',
    version,
    license,
    description,
    type: 'module',
    sideEffects: false,
    engines: { node: `>=${NODE}` },
    types: './dist/index.d.ts',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }
  const script = await bundle({
    build: {
      lib: { entry: join(ROOT, 'packages/client/src/index.ts'), formats: ['es'], fileName: 'index' },
      rolldownOptions: { output: { entryFileNames: 'index.js' } },
    },
  })
  return await packTarball([
    { path: 'package.json', content: `${JSON.stringify(manifest, undefined, 2)}\n` },
    { path: 'LICENSE', content: readFileSync(join(ROOT, 'LICENSE')) },
    { path: 'README.md', content: readFileSync(join(ROOT, 'packages/client/README.md')) },
    { path: 'dist/index.js', content: script },
    ...declarations(),
  ])
}

/** The command line as one file, with the libraries that it uses. */
async function packCli(): Promise<Uint8Array> {
  const { version, license, description } = readManifest('cli')
  const manifest = {
    name: '@simwright/cli',
    version,
    license,
    description,
    type: 'module',
    engines: { node: `>=${NODE}` },
    bin: { simwright: './dist/simwright.js' },
  }
  const script = await bundle({
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, 'packages/cli/src/main.ts'),
      rolldownOptions: { output: { entryFileNames: 'simwright.js', codeSplitting: false } },
    },
  })
  return await packTarball([
    { path: 'package.json', content: `${JSON.stringify(manifest, undefined, 2)}\n` },
    { path: 'LICENSE', content: readFileSync(join(ROOT, 'LICENSE')) },
    { path: 'README.md', content: readFileSync(join(ROOT, 'packages/cli/README.md')) },
    { path: 'dist/simwright.js', content: `#!/usr/bin/env node\n${script}`, isExecutable: true },
  ])
}

type Manifest = { version: string; license: string; description: string }

const readManifest = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as Manifest

/** One module with everything that it imports, but what Node contains. */
async function bundle({ build: options, ...config }: InlineConfig): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    build: {
      target: `node${NODE}`,
      minify: false,
      write: false,
      reportCompressedSize: false,
      ...options,
      rolldownOptions: { ...QUIET, ...options?.rolldownOptions },
    },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output) || output.output.length !== 1)
    throw new Error('the build of a program has not exactly one file')
  return output.output[0].code
}

/** The declarations of the client library: those of its modules that `index.d.ts` needs. */
function declarations(): TarFile[] {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-types-'))
  try {
    const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--incremental', 'false']
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const words = [compiler, '-p', join(ROOT, 'packages/client/tsconfig.json'), ...options, '--outDir', folder]
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`the declarations of the client library cannot be written: ${stdout}`)
    return readdirSync(folder)
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => ({
        path: `dist/${name}`,
        content: importingDeclarations(readFileSync(join(folder, name), 'utf8')),
      }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Imports in declarations name the module as it is at run time. */
const importingDeclarations = (text: string) => text.replace(/(from|import\()\s*'(\.\/[\w.-]+)\.ts'/g, "$1 '$2.js'")
