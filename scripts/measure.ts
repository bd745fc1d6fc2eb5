// npm run measure [-- CHECKOUT...]
import { resolve } from 'node:path'
import { measureTree } from './measure/figures.ts'
import { tableLines } from './measure/table.ts'

const ROOT = resolve(import.meta.dirname, '..')

const checkouts = process.argv.slice(2)
const columns = (checkouts.length > 0 ? checkouts : [ROOT]).map((path) => ({
  title: path,
  figures: measureTree(resolve(path)),
}))
for (const line of tableLines(columns)) console.log(line)
