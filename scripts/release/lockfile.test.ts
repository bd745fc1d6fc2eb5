import { expect, test } from 'vitest'
import { packagesAtRunTime, readLockfile } from './lockfile.ts'
import { usesOf } from './sbom.ts'

const lockfile = readLockfile()

test('what runs is what the server needs, also through its workspaces and libraries, and nothing that only builds', () => {
  const paths = packagesAtRunTime(lockfile, ['apps/server', 'packages/cli'])
  // named by the server, by a workspace that it imports, by a library, and by the command line
  for (const name of ['fastify', '@noble/hashes', 'pg-protocol', 'yaml'])
    expect(paths).toContain(`node_modules/${name}`)
  for (const name of ['vite', 'typescript', 'react']) expect(paths).not.toContain(`node_modules/${name}`)
  expect(paths.filter((path) => lockfile[path]?.dev)).toEqual([])
})

test('every package of the lockfile has a use, and what only builds is not called installed', () => {
  const uses = usesOf(lockfile)
  const useOf = (path: string) => uses.get(`${path.slice('node_modules/'.length)}@${lockfile[path]!.version}`)
  expect(['fastify', 'react', 'vite'].map((name) => useOf(`node_modules/${name}`))).toEqual([
    'installed',
    'in the web app',
    'build',
  ])
  const dev = Object.keys(lockfile).filter(
    (path) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && lockfile[path]!.dev,
  )
  expect(dev.filter((path) => useOf(path) !== 'build')).toEqual([])
  expect(uses.size).toBeGreaterThan(600)
})
