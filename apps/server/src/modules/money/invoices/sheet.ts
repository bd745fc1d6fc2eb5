import { accountText } from '@simwright/contract/money/transfer'
import { contrast } from '@simwright/contract/platform/contrast'
import {
  addressOf,
  amountOf,
  type Brand,
  dayOf,
  notesOf,
  type Paper,
  type Row,
  rowsOf,
  taxRowsOf,
  titles,
} from './paper.ts'
import { PAGE, Pen, type Style } from './pen.ts'

const INK = '#12161d'
const MUTED = '#59616e'
const LINE = '#dfe3ea'

const title: Style = { size: 22, weight: 600, color: INK }
const name: Style = { size: 13, weight: 600, color: INK }
const strong: Style = { size: 10, weight: 600, color: INK }
const plain: Style = { size: 9.5, weight: 400, color: INK }
const figures: Style = { ...plain, figures: true }
const muted: Style = { size: 8.5, weight: 400, color: MUTED }
const small: Style = { size: 7.5, weight: 400, color: MUTED }
const total: Style = { size: 12, weight: 600, color: INK }
const sum: Style = { ...total, figures: true }

const LEFT = 56
const RIGHT = PAGE.width - 56
const WIDTH = RIGHT - LEFT
/** Below it is the footer. */
const BOTTOM = PAGE.height - 108

/** The right edges of the columns of numbers. */
const QUANTITY = 380
const UNIT = 460

/** Writes an invoice, a credit note or a pro forma invoice as a PDF file. */
export function writeSheet(paper: Paper, brand: Brand): Buffer {
  const pen = new Pen({
    title: [titles[paper.kind], paper.number ?? paper.orderCode].join(' '),
    author: paper.seller.name,
    at: paper.issuedAt,
  })
  pen.addPage()
  const below = drawHead(pen, paper, brand)
  const afterRows = drawRows(pen, paper, below)
  const afterTotals = drawTotals(pen, paper, afterRows)
  const afterTransfer = drawTransfer(pen, paper, afterTotals)
  drawNotes(pen, notesOf(paper), afterTransfer)
  attachOriginalTexts(pen, paper)
  drawFooters(pen, paper)
  return pen.end()
}

/** @returns the top of what follows */
function drawHead(pen: Pen, paper: Paper, brand: Brand): number {
  pen.box({ x: LEFT, y: 50, width: 14, height: 14, color: brand.color, radius: 4 })
  pen.write(brand.name, { x: LEFT + 22, y: 61.5 }, name)
  pen.write(titles[paper.kind], { x: RIGHT, y: 65, align: 'right' }, title)
  pen.rule({ x: LEFT, y: 84, width: WIDTH, color: visible(brand.color), weight: 1.5 })
  const { seller, billedTo } = paper
  const blocks = [
    drawParty(pen, {
      x: LEFT,
      label: 'From',
      name: seller.name,
      lines: [...addressOf(seller), ...vat(seller.vatNumber)],
    }),
    drawParty(pen, {
      x: 220,
      label: 'Billed to',
      name: billedTo.company,
      lines: [...addressOf(billedTo), ...(billedTo.taxId === '' ? [] : [`Tax ID ${billedTo.taxId}`])],
    }),
    drawFacts(pen, factsOf(paper)),
  ]
  return Math.max(...blocks) + 30
}

const vat = (number: string) => (number === '' ? [] : [`VAT number ${number}`])

/** The platform's color, unless it cannot be seen on paper. */
const visible = (color: string) => (contrast(color, '#ffffff') >= 1.5 ? color : INK)

const PARTY_WIDTH = 148

type Party = { x: number; label: string; name: string; lines: readonly string[] }

function drawParty(pen: Pen, { x, label, name, lines }: Party): number {
  let y = 112
  pen.write(label, { x, y }, muted)
  y += 17
  for (const line of pen.wrap(name, PARTY_WIDTH, strong)) {
    pen.write(line, { x, y }, strong)
    y += 14
  }
  for (const line of lines.flatMap((one) => pen.wrap(one, PARTY_WIDTH, plain))) {
    pen.write(line, { x, y }, plain)
    y += 13.5
  }
  return y
}

type Fact = { label: string; value: string }

function factsOf(paper: Paper): Fact[] {
  const facts = [
    { label: paper.kind === 'CREDIT_NOTE' ? 'Credit note number' : 'Invoice number', value: paper.number ?? '' },
    { label: 'Date', value: dayOf(paper.issuedAt, paper.timeZone) },
    { label: 'Corrects invoice', value: paper.corrects?.number ?? '' },
    { label: 'Order ID', value: paper.orderCode },
    { label: 'Paid by', value: paper.kind === 'INVOICE' ? (paper.paidBy ?? '') : '' },
  ]
  return facts.filter(({ value }) => value !== '')
}

const FACTS = 392

function drawFacts(pen: Pen, facts: readonly Fact[]): number {
  let y = 112
  for (const { label, value } of facts) {
    pen.write(label, { x: FACTS, y }, muted)
    y += 13
    for (const line of pen.wrap(value, RIGHT - FACTS, plain)) {
      pen.write(line, { x: FACTS, y }, plain)
      y += 13
    }
    y += 4
  }
  return y - 4
}

function drawTableHead(pen: Pen, { currency }: Paper, y: number): number {
  pen.write('Description', { x: LEFT, y }, muted)
  pen.write('Quantity', { x: QUANTITY, y, align: 'right' }, muted)
  pen.write('Unit price', { x: UNIT, y, align: 'right' }, muted)
  pen.write(`Amount, ${currency}`, { x: RIGHT, y, align: 'right' }, muted)
  pen.rule({ x: LEFT, y: y + 9, width: WIDTH, color: INK, weight: 0.8 })
  return y + 9
}

const DESCRIPTION_WIDTH = 250

function drawRows(pen: Pen, paper: Paper, top: number): number {
  let y = drawTableHead(pen, paper, top)
  for (const row of rowsOf(paper)) {
    const texts = pen.wrap(row.text, DESCRIPTION_WIDTH, plain)
    const details = row.detail === '' ? [] : pen.wrap(row.detail, DESCRIPTION_WIDTH, muted)
    const height = 13.5 * texts.length + 12.5 * details.length + 15
    if (y + height > BOTTOM) {
      pen.addPage()
      y = drawTableHead(pen, paper, 70)
    }
    drawRow(pen, row, { y: y + 18, texts, details })
    y += height
    pen.rule({ x: LEFT, y, width: WIDTH, color: LINE })
  }
  return y
}

function drawRow(
  pen: Pen,
  { quantity, unit, amount }: Row,
  { y, texts, details }: { y: number; texts: readonly string[]; details: readonly string[] },
): void {
  pen.write(quantity, { x: QUANTITY, y, align: 'right' }, plain)
  pen.write(unit, { x: UNIT, y, align: 'right' }, figures)
  pen.write(amount, { x: RIGHT, y, align: 'right' }, figures)
  let line = y
  for (const text of texts) {
    pen.write(text, { x: LEFT, y: line }, plain)
    line += 13.5
  }
  for (const detail of details) {
    pen.write(detail, { x: LEFT, y: line }, muted)
    line += 12.5
  }
}

const TOTALS = 330

/** Starts a new page unless this height is left. @returns where to go on */
function withRoom(pen: Pen, y: number, height: number): number {
  if (y + height <= BOTTOM) return y
  pen.addPage()
  return 60
}

function drawTotals(pen: Pen, paper: Paper, top: number): number {
  const { lines, currency, kind } = paper
  const net = lines.reduce((cents, line) => (line.kind === 'TAX' ? cents : cents + line.cents), 0)
  const gross = lines.reduce((cents, line) => cents + line.cents, 0)
  const rows = [{ text: 'Net', amount: amountOf(net) }, ...taxRowsOf(paper)]
  let y = withRoom(pen, top, 20 + rows.length * 17 + 34) + 22
  for (const { text, amount } of rows) {
    pen.write(text, { x: TOTALS, y }, plain)
    pen.write(amount, { x: RIGHT, y, align: 'right' }, figures)
    y += 17
  }
  pen.rule({ x: TOTALS, y: y - 4, width: RIGHT - TOTALS, color: INK, weight: 0.8 })
  y += 15
  pen.write(kind === 'CREDIT_NOTE' ? 'Total credited' : 'Total', { x: TOTALS, y }, total)
  pen.write(`${currency} ${amountOf(gross)}`, { x: RIGHT, y, align: 'right' }, sum)
  return y + 12
}

function drawTransfer(pen: Pen, { transfer }: Paper, top: number): number {
  if (!transfer) return top
  const facts = [
    { label: 'Account holder', value: transfer.holder },
    { label: 'Bank', value: transfer.bank },
    { label: 'Account', value: transfer.account },
    { label: 'BIC', value: transfer.bic },
    { label: 'Amount', value: `${transfer.currency} ${amountOf(transfer.cents)}` },
    { label: 'Payment reference', value: transfer.reference },
  ].filter(({ value }) => value !== '')
  const rows = facts.map((fact) => ({ ...fact, lines: pen.wrap(fact.value, WIDTH - 160, plain) }))
  const height = rows.reduce((points, { lines }) => points + lines.length * 16, 0) + 44
  const y = withRoom(pen, top + 18, height)
  pen.box({ x: LEFT, y, width: WIDTH, height, color: '#f5f6f9', radius: 8 })
  pen.write('Pay by bank transfer', { x: LEFT + 16, y: y + 23 }, strong)
  let line = y + 43
  for (const { label, lines } of rows) {
    pen.write(label, { x: LEFT + 16, y: line }, muted)
    for (const text of lines) {
      pen.write(text, { x: LEFT + 130, y: line }, label === 'Payment reference' ? strong : plain)
      line += 16
    }
  }
  return y + height
}

function drawNotes(pen: Pen, notes: readonly string[], top: number): void {
  let y = top + 24
  for (const note of notes) {
    const lines = pen.wrap(note, WIDTH, muted)
    y = withRoom(pen, y, lines.length * 13)
    for (const line of lines) {
      pen.write(line, { x: LEFT, y }, muted)
      y += 13
    }
    y += 5
  }
}

const ORIGINAL = 'original-text.txt'

/** The typeface prints Latin, Greek and Cyrillic. Texts with other letters are attached as they were entered. */
function attachOriginalTexts(pen: Pen, paper: Paper): void {
  if (pen.illegible.length > 0) pen.attach(ORIGINAL, `${pen.illegible.join('\n')}\n`, paper.issuedAt)
}

function drawFooters(pen: Pen, { seller, number, kind }: Paper): void {
  const bank = [seller.bankName, accountText(seller.bankAccount), seller.bic && `BIC ${seller.bic}`].filter(
    (text) => text !== '',
  )
  const mail = seller.replyMail === '' ? [] : [`Questions: ${seller.replyMail}`]
  const gaps =
    pen.illegible.length > 0
      ? [`[…] replaces letters that this page cannot print: see the attached file ${ORIGINAL}.`]
      : []
  const texts = [...gaps, ...mail, bank.join(' · '), seller.footer].filter((text) => text !== '')
  const lines = texts.flatMap((text) => pen.wrap(text, WIDTH - 110, small)).slice(0, 7)
  const { pages } = pen
  for (let page = 0; page < pages; page += 1) {
    pen.turnTo(page)
    let y = PAGE.height - 92
    pen.rule({ x: LEFT, y, width: WIDTH, color: LINE })
    y += 15
    const count = `${number ?? titles[kind]} · page ${page + 1} of ${pages}`
    pen.write(count, { x: RIGHT, y, align: 'right' }, small)
    for (const line of lines) {
      pen.write(line, { x: LEFT, y }, small)
      y += 10.5
    }
  }
}
