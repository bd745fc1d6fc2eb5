import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Pictures on a sheet, each shown this wide and at most this high. */
const SHEETS: Readonly<Record<string, { columns: number; rows: number; width: number; height: number }>> = {
  390: { columns: 4, rows: 1, width: 390, height: 1500 },
  768: { columns: 3, rows: 2, width: 520, height: 750 },
  1440: { columns: 2, rows: 3, width: 780, height: 520 },
  2560: { columns: 2, rows: 3, width: 780, height: 330 },
}
const GAP = 8
const NAME = /^(.+)-(\d+)-(light|dark)\.png$/

/** Writes sheets with several pictures of the same width and scheme to the folder `sheets`. @returns their number */
export async function writeContactSheets(folder: string): Promise<number> {
  mkdirSync(join(folder, 'sheets'), { recursive: true })
  const files = readdirSync(folder).filter((file) => NAME.test(file))
  let count = 0
  for (const [width, sheet] of Object.entries(SHEETS))
    for (const scheme of ['light', 'dark']) {
      const shown = files.filter((file) => file.endsWith(`-${width}-${scheme}.png`)).sort()
      const perSheet = sheet.columns * sheet.rows
      for (let start = 0; start < shown.length; start += perSheet) {
        const number = String(start / perSheet + 1).padStart(2, '0')
        await writeSheet(folder, {
          name: `${width}-${scheme}-${number}.png`,
          files: shown.slice(start, start + perSheet),
          sheet,
        })
        count += 1
      }
    }
  return count
}

type Sheet = { name: string; files: readonly string[]; sheet: (typeof SHEETS)[string] }

async function writeSheet(folder: string, { name, files, sheet }: Sheet): Promise<void> {
  const tiles = await Promise.all(files.map((file) => tileOf(join(folder, file), sheet)))
  const heights = Array.from({ length: sheet.rows }, (_, row) =>
    Math.max(0, ...tiles.slice(row * sheet.columns, (row + 1) * sheet.columns).map(({ height }) => height + GAP)),
  )
  const topOf = (row: number) => heights.slice(0, row).reduce((sum, height) => sum + height, 0)
  await sharp({
    create: {
      width: sheet.columns * (sheet.width + GAP),
      height: topOf(sheet.rows),
      channels: 3,
      background: '#c026d3',
    },
  })
    .composite(
      tiles.map(({ input }, at) => ({
        input,
        left: (at % sheet.columns) * (sheet.width + GAP),
        top: topOf(Math.floor(at / sheet.columns)),
      })),
    )
    .png()
    .toFile(join(folder, 'sheets', name))
}

async function tileOf(path: string, { width, height }: Sheet['sheet']): Promise<{ input: Buffer; height: number }> {
  const scaled = await sharp(path).resize({ width }).toBuffer()
  const { height: whole = 0 } = await sharp(scaled).metadata()
  const shown = Math.min(whole, height)
  return {
    input: await sharp(scaled).extract({ left: 0, top: 0, width, height: shown }).png().toBuffer(),
    height: shown,
  }
}
