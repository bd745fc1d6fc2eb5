import type { Locator, Page } from '@playwright/test'
import { moveTo } from './user-action.ts'

/** How a person uses a page. */
export type Hand = {
  readonly name: string
  press(page: Page, target: Locator): Promise<void>
  type(page: Page, field: Locator, text: string): Promise<void>
  /** Chooses the option `name`, which is next to the one that is chosen. */
  choose(page: Page, chosen: Locator, name: string): Promise<void>
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Clicks; within a form the next field is reached by Tab, as most people do. */
export const byMouse: Hand = {
  name: 'mouse',
  press: async (_page, target) => await target.click(),
  async type(page, field, text) {
    if (!(await hasFocus(field))) await page.keyboard.press('Tab')
    if (!(await hasFocus(field))) await field.click()
    await field.fill(text)
  },
  choose: async (page, _chosen, name) => await page.getByText(name, { exact: true }).click(),
}

/** Tab, Shift+Tab, arrow keys, Enter, and text. Whatever has the focus on the way must show it. */
export const byKeyboard: Hand = {
  name: 'keyboard',
  async press(page, target) {
    await reach(page, target)
    await page.keyboard.press('Enter')
  },
  async type(page, field, text) {
    await reach(page, field)
    await page.keyboard.type(text)
  },
  async choose(page, chosen, name) {
    await reach(page, chosen)
    const wanted = page.getByRole('radio', { name, exact: true })
    const isBefore = await wanted.evaluate(isBeforeFocus)
    await page.keyboard.press(isBefore ? 'ArrowLeft' : 'ArrowRight')
  },
}

/** Goes forward or back, where the target is. */
async function reach(page: Page, target: Locator): Promise<void> {
  await moveTo(page, target, (await target.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab')
}

/** Runs in the page. */
const isBeforeFocus = (element: Element) =>
  document.activeElement !== document.body &&
  (element.compareDocumentPosition(document.activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
