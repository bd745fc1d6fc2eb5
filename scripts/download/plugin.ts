import type { Plugin } from 'vite'
import { packPrograms } from './programs.ts'

/** Writes the client library and the command line next to the guide, where the portal offers them. */
export function programDownloads(): Plugin {
  return {
    name: 'program-downloads',
    async generateBundle() {
      for (const [name, source] of await packPrograms())
        this.emitFile({ type: 'asset', fileName: `download/${name}`, source })
    },
  }
}
