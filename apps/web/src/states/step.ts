/** One thing that the user does; waits until it can be done. */
export type Step = (until: Until) => Promise<void>

/** Waits until something is found on the page; fails with `what` when it does not come. */
export type Until = <T>(find: () => T | undefined, what: string) => Promise<T>

const PRESSED =
  'button, a, label, summary, input, [role=menuitem], [role=tab], [role=option], [role=radio], tr[tabindex]'
const TYPED = 'input, textarea, select, [contenteditable]'

/** Presses a button, link, tab, menu entry, option or row by its name. */
export function press(name: string | RegExp): Step {
  return async (until) => {
    const element = await until(() => findNamed(PRESSED, name), `${name} to press`)
    element.focus()
    element.click()
  }
}

/** Writes into a field by its label. */
export function type(label: string | RegExp, text: string): Step {
  return async (until) => {
    const field = await until(() => findNamed(TYPED, label), `${label} to write into`)
    field.focus()
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Chooses files where the page takes them. */
export function attach(...files: File[]): Step {
  return async (until) => {
    const input = await until(
      () => document.querySelector<HTMLInputElement>('input[type=file]') ?? undefined,
      'an input for files',
    )
    const transfer = new DataTransfer()
    for (const file of files) transfer.items.add(file)
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Waits until the page shows a text. */
export function see(text: string | RegExp): Step {
  return async (until) => {
    await until(() => findText(text), String(text))
  }
}

/** The element, if any, that shows a text or bears it as its name. */
export function findText(text: string | RegExp): Element | undefined {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) {
    const element = walker.currentNode as Element
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const texts = [own.map((node) => node.textContent).join(''), element.getAttribute('aria-label') ?? '']
    if (element instanceof HTMLInputElement) texts.push(element.value)
    if (texts.some((one) => matches(one, text)) && isShown(element)) return element
  }
  return undefined
}

function findNamed(selector: string, name: string | RegExp): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  // what was opened last comes last in the page
  return all.findLast((element) => namesOf(element).some((one) => matches(one, name)) && isEnabled(element))
}

function namesOf(element: HTMLElement): string[] {
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
  const referred = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
  const named = [...labels, ...referred].map((label) => label?.textContent?.replace(/ \*$/, '') ?? '')
  return [element.getAttribute('aria-label') ?? '', element.textContent ?? '', ...named]
}

const isEnabled = (element: HTMLElement) => !element.matches(':disabled') && element.getClientRects().length > 0

const isShown = (element: Element) => element.getClientRects().length > 0

function matches(found: string, wanted: string | RegExp): boolean {
  const text = found.replace(/\s+/g, ' ').trim()
  return typeof wanted === 'string' ? text === wanted : wanted.test(text)
}
