import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { programApi } from '../openapi/programs.ts'
import { referenceScript } from './api-reference.ts'
import { readGuide } from './contents.ts'
import { missingPageHtml, pageHtml } from './html.ts'
import { BASE, GUIDE } from './page.ts'
import { referenceHtml } from './reference-html.ts'
import { searchIndexOf } from './search-index.ts'

const PICTURES = join(GUIDE, 'pictures')

/**
 * Writes the pages of `docs/guide`, their pictures and the search index next to the script of the guide; and the API
 * reference with the document that it shows.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    generateBundle: {
      // after Vite has written the style sheet
      order: 'post',
      async handler(_options, bundle) {
        const guide = readGuide()
        const built = (pattern: RegExp) => {
          const file = Object.keys(bundle).find((name) => pattern.test(name))
          if (file === undefined) throw new Error(`the build of the guide has no file ${pattern}`)
          return `${BASE}/${file}`
        }
        const index = this.emitFile({ type: 'asset', name: 'search.json', source: searchIndexOf(guide) })
        const reference = this.emitFile({ type: 'asset', name: 'reference.js', source: await referenceScript() })
        const files = {
          script: built(/\.js$/),
          style: built(/\.css$/),
          font: built(/inter-latin-wght-normal.*\.woff2$/),
          searchIndex: `${BASE}/${this.getFileName(index)}`,
          reference: `${BASE}/${this.getFileName(reference)}`,
        }
        const emit = (fileName: string, source: string | Uint8Array) =>
          void this.emitFile({ type: 'asset', fileName, source })
        for (const page of guide.pages) emit(`${page.slug}.html`, pageHtml(guide, page, files))
        emit('404.html', missingPageHtml(guide, files))
        emit('api.html', referenceHtml(files))
        emit('openapi.json', JSON.stringify(programApi()))
        for (const picture of existsSync(PICTURES) ? readdirSync(PICTURES) : [])
          emit(`pictures/${picture}`, readFileSync(join(PICTURES, picture)))
      },
    },
  }
}
