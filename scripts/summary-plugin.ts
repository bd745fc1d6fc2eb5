import type { Plugin } from 'vite'

/**
 * Removes the `summary` of each endpoint from the browser's build; only the OpenAPI file uses it. The states are built
 * without it, too, so that they show what users see.
 */
export function dropSummaries(): Plugin {
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
