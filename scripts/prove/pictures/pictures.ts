import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PICTURES_SETTING, type PictureSettings } from '../../../tests/e2e/picture-demo.ts'
import { startDemo } from '../../demo-process.ts'
import { runBrowser } from '../browser.ts'
import { writeContactSheets } from './contact-sheet.ts'
import { findDemo } from './demo-objects.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'test-results', 'pictures')

const WIDTHS = [390, 768, 1440, 2560]
const LOOKS = (['light', 'dark'] as const).flatMap((scheme) => WIDTHS.map((width) => ({ width, scheme })))

/**
 * Every page of the route table, their tabs, main drawers and dialogs on the data of the demo, at four widths in both
 * schemes: none is wider than the window, cuts a text, covers a button or asks another host; pictures and contact sheets
 * are in `test-results/pictures`. `names`: only these views.
 */
export async function provePictures(names: readonly string[]): Promise<boolean> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const running = await startDemo()
  try {
    const demo = await findDemo(running)
    const settings: PictureSettings = { demo, folder: FOLDER, names, looks: LOOKS, contrastWidths: [1440] }
    const holds = runBrowser(['pictures'], [], { [PICTURES_SETTING]: JSON.stringify(settings) })
    const sheets = await writeContactSheets(FOLDER)
    const pictures = readdirSync(FOLDER).filter((file) => file.endsWith('.png')).length
    console.log(`${pictures} pictures, ${sheets} contact sheets in ${FOLDER}`)
    return holds
  } finally {
    await running.stop()
  }
}
