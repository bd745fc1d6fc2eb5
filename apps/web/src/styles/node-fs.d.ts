/** The functions of `node:fs` that web tests use; the web app is compiled without Node's types. */
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
  /** Paths of files, relative to `cwd`. */
  export function globSync(pattern: string, options: { cwd: URL }): string[]
}
