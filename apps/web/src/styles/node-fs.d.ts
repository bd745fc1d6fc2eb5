/** The one function of `node:fs` that web tests use; the web app is compiled without Node's types. */
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
}
