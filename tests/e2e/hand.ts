import type { Locator, Page } from '@playwright/test'

/** How a person uses a page. */
export type Hand = {
  readonly name: string
  press(page: Page, target: Locator): Promise<void>
  type(page: Page, field: Locator, text: string): Promise<void>
  /** Chooses an option of the list that is open. */
  pick(page: Page, option: Locator): Promise<void>
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
  pick: async (_page, option) => await option.click(),
  choose: async (page, _chosen, name) => await page.getByText(name, { exact: true }).click(),
}
