/** The little of Node that the test of the style sheets needs; pages have none of it. */
declare module 'node:fs' {
  export function readFileSync(path: URL, encoding: 'utf8'): string
}
