/** One action of the user; waits until it is possible. */
export type Step = (until: Until) => Promise<void>

/** Waits until `find` returns a value; throws an error that names `what` after a timeout. A function names it then. */
export type Until = <T>(find: () => T | undefined, what: string | (() => string)) => Promise<T>

const PRESSABLE =
  'button, a, label, summary, input, [role=menuitem], [role=tab], [role=option], [role=radio], tr[tabindex]'
const EDITABLE = 'input, textarea, select, [contenteditable]'

/** Clicks a button, link, tab, menu item, option or row with this name. */
export function press(name: string | RegExp): Step {
  return async (until) => {
    const element = await until(() => findNamed(PRESSABLE, name), `${name} to press`)
    element.focus()
    element.click()
  }
}

/** Presses the Escape key where the focus is. */
export const pressEscape: Step = async () => {
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
}

/** Opens the command palette by its shortcut, and presses the keys of a text at once, before its input can have the focus. */
export function typeAhead(text: string): Step {
  return async () => {
    const strike = (key: string, ctrlKey: boolean) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }))
    strike('k', true)
    for (const key of text) strike(key, false)
  }
}

/** Types into the field with this label. */
export function type(label: string | RegExp, text: string): Step {
  return async (until) => {
    const field = await until(() => findNamed(EDITABLE, label), `${label} to write into`)
    field.focus()
    const prototype = Object.getPrototypeOf(field) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Selects files in the page's file input. */
export function attach(...files: File[]): Step {
  return async (until) => {
    const find = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? undefined
    select(await until(find, 'an input for files'), files)
  }
}

/** Selects files in the file input with this label. */
export function attachTo(label: string | RegExp, ...files: File[]): Step {
  return async (until) => {
    const input = await until(() => findNamed('input[type=file]', label), `${label}, an input for files`)
    if (input instanceof HTMLInputElement) select(input, files)
  }
}

function select(input: HTMLInputElement, files: readonly File[]): void {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Waits until the page shows a text. */
export function see(text: string | RegExp): Step {
  return async (until) => {
    await until(() => findText(text), String(text))
  }
}

/** Waits until the page does not show a text. */
export function absent(text: string | RegExp): Step {
  return async (until) => {
    await until(() => (findText(text) ? undefined : true), `no ${text}`)
  }
}

/** Waits until the button, link or field with this name is covered by nothing. */
export function uncovered(name: string | RegExp): Step {
  const find = () => findNamed(PRESSABLE, name)
  return async (until) => {
    await until(
      () => {
        const element = find()
        return element?.contains(atCenterOf(element)) ? element : undefined
      },
      () => `${name} uncovered, ${placeOf(find())}`,
    )
  }
}

/** Waits until the whole label of the field with the focus is covered by nothing. */
export const labelUncovered: Step = async (until) => {
  const labelOf = (field: Element | null) => (field instanceof HTMLInputElement ? field.labels?.[0] : undefined)
  await until(() => {
    const label = labelOf(document.activeElement)
    const box = label?.getBoundingClientRect()
    return (box && label?.contains(document.elementFromPoint(box.left + 2, box.top + 1))) || undefined
  }, 'the label of the field with the focus, uncovered')
}

function atCenterOf(element: Element): Element | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2)
}

function placeOf(element: Element | undefined): string {
  if (!element) return 'which is not there'
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const place = [left, top, right, bottom].map(Math.round).join(' ')
  const above = atCenterOf(element)
  return `which is at ${place} of ${innerWidth} x ${innerHeight}, below ${above?.outerHTML.slice(0, 200) ?? 'nothing'}`
}

/** Scrolls to the end of the page, and waits until it is. */
export const scrollToEnd: Step = async (until) => {
  window.scrollTo(0, document.documentElement.scrollHeight)
  await until(() => window.scrollY > 0 || undefined, 'a page that is scrolled')
}

/** Waits until the page is scrolled to its top. */
export const atTop: Step = async (until) => {
  await until(() => window.scrollY === 0 || undefined, 'the top of the page')
}

/** Waits until the button with this name cannot be pressed. */
export function disabled(name: string): Step {
  return async (until) => {
    const buttons = () => [...document.querySelectorAll<HTMLElement>('button:disabled')]
    await until(() => buttons().find((one) => namesOf(one).includes(name)), `${name}, disabled`)
  }
}

/** Waits until the button with this name is disabled, and fainter than enabled ones, without an area of its own. */
export function looksDisabled(name: string): Step {
  return async (until) => {
    await until(() => {
      const found = [...document.querySelectorAll('button:disabled')].find((one) =>
        namesOf(one as HTMLElement).includes(name),
      )
      if (!found) return undefined
      const { opacity, backgroundColor } = getComputedStyle(found)
      return (Number(opacity) < 0.6 && backgroundColor === 'rgba(0, 0, 0, 0)') || undefined
    }, `${name}, which looks disabled`)
  }
}

/** Waits until the tabs of the open drawer or page have these names, in this order. */
export function tabsAre(...names: string[]): Step {
  return async (until) => {
    const shown = () => [...document.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)
    await until(() => (shown().join() === names.join() ? true : undefined), `the tabs ${names.join(', ')}`)
  }
}

/** Waits until the input or button with this name has the focus. */
export function focused(name: string | RegExp): Step {
  return async (until) => {
    await until(() => findNamed(':focus', name), `the focus on ${name}`)
  }
}

/** Waits until the label of a field, or of a group of fields, has the mark of required ones. */
export function marked(label: string): Step {
  return async (until) => {
    const find = () =>
      [...document.querySelectorAll('label, [id$="-label"]')].find((one) => one.textContent === `${label} *`)
    await until(find, `the mark at ${label}`)
  }
}

/** Waits until the header of the page leads back to the page with this name. */
export function wayBack(name: string): Step {
  return async (until) => {
    const links = () => [...document.querySelectorAll('main header :is(a, button)')]
    await until(() => links().find(({ textContent }) => textContent === name), `the way back to ${name}`)
  }
}

/** Moves the focus to the first row of the table, as the Tab key does. */
export const focusRow: Step = async (until) => {
  const find = () => document.querySelector<HTMLElement>('tbody tr[tabindex="0"]') ?? undefined
  const row = await until(find, 'a row that the Tab key reaches')
  row.focus({ focusVisible: true } as FocusOptions)
}

/** Waits until the address has this path. */
export function staysAt(path: string): Step {
  return async (until) => {
    await until(() => location.pathname === path || undefined, `the address ${path}`)
  }
}

/** Waits until the address says that a row is open. */
export const staysOpen: Step = async (until) => {
  await until(() => new URLSearchParams(location.search).has('open') || undefined, 'an open row in the address')
}

/** Waits until a table shows that it has more columns beyond its right edge. */
export const moreColumns: Step = async (until) => {
  await until(() => document.querySelector('[data-more] > section') ?? undefined, 'a table with more columns')
}

/** Waits until the Tab key reaches no control in a row of a table, whose rows have arrow keys instead. */
export const noTabStopInRows: Step = async (until) => {
  const isReached = (control: Element) => !control.matches(':disabled, [tabindex="-1"]')
  const controls = () => [...document.querySelectorAll('tbody :is(a[href], button, input, select)')]
  await until(() => (controls().length > 0 && !controls().some(isReached)) || undefined, 'rows without a tab stop')
}

/** The visible element whose own text, accessible name or value matches; undefined if there is none. */
export function findText(text: string | RegExp): Element | undefined {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) {
    const element = walker.currentNode as Element
    if (textsOf(element).some((one) => matches(one, text)) && isShown(element)) return element
  }
  return undefined
}

/** Called for each element of the page, each time that a page is looked at: creates no list of nodes. */
function textsOf(element: Element): string[] {
  let own = ''
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (node.nodeType === Node.TEXT_NODE) own += node.nodeValue
  const texts = [own, element.getAttribute('aria-label') ?? '']
  if (element instanceof HTMLInputElement) texts.push(element.value)
  // an identifier in two pieces, of which the first may end in an ellipsis
  if (element.hasAttribute('title') && element.getAttribute('title') === element.textContent)
    texts.push(element.textContent)
  return texts
}

function findNamed(selector: string, name: string | RegExp): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  // the element opened last comes last in the document
  return all.findLast((element) => namesOf(element).some((one) => matches(one, name)) && isEnabled(element))
}

function namesOf(element: HTMLElement): string[] {
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
  const named = [...labels, ...labelledBy].map((label) => label?.textContent?.replace(/ \*$/, '') ?? '')
  return [element.getAttribute('aria-label') ?? '', element.textContent ?? '', ...named]
}

const isEnabled = (element: HTMLElement) => !element.matches(':disabled') && element.getClientRects().length > 0

const isShown = (element: Element) => element.getClientRects().length > 0

function matches(found: string, wanted: string | RegExp): boolean {
  // white space is only taken away
  if (typeof wanted === 'string' && found.length < wanted.length) return false
  const text = found.replace(/\s+/g, ' ').trim()
  return typeof wanted === 'string' ? text === wanted : wanted.test(text)
}
