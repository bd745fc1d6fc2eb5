import { expect, type Page } from '@playwright/test'

/**
 * Does an action and sees its notice, which is on the page for 5 seconds: the wait begins before the action, because on a
 * busy machine a click can return after that time.
 */
export async function seeNotice(page: Page, text: string | RegExp, action: () => Promise<void>): Promise<void> {
  await Promise.all([expect(page.getByText(text)).toBeVisible(), action()])
}
