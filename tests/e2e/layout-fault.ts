import type { Page } from '@playwright/test'

/** What is wrong with the layout of the current page at its current width, in words. */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => scrollTo(0, 0))
  return [
    ...(await page.evaluate(headingFaults)),
    ...(await page.evaluate(cutTexts)),
    ...(await page.evaluate(coveredTargets)),
  ]
}

/** Runs in the page: a page wider than the window, without a title, or with the same heading twice. */
function headingFaults(): string[] {
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`${scrollWidth} px wide in a window of ${innerWidth} px`)
  // two e-mails can have the same subject
  const headings = [...document.querySelectorAll(':is(h1, h2):not(article *)')]
    .filter((heading) => heading.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map(({ textContent }) => textContent?.trim() ?? '')
  if (!headings[0]) found.push('no visible title')
  for (const text of new Set(headings.filter((one, at) => headings.indexOf(one) !== at)))
    found.push(`heading twice: "${text}"`)
  return found
}

/** Runs in the page: texts of which a box hides a part, without an ellipsis. In a dialog, only the dialog's. */
function cutTexts(): string[] {
  const TOLERANCE_PX = 2
  const found: string[] = []
  const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const isCut = (text: Node): boolean => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom, width } = range.getBoundingClientRect()
    if (width === 0) return false
    // an ellipsis is drawn only for text that is inline in its box
    let isInline = true
    for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.position === 'fixed' || ['auto', 'scroll'].includes(style.overflowX)) return false
      if (isInline && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')) return false
      isInline &&= style.display === 'inline' || style.display === 'contents'
      const edge = box.getBoundingClientRect()
      // hidden on purpose, for screen readers
      if (edge.width <= 1 || edge.height <= 1 || style.clipPath !== 'none') return false
      const isWide = right > edge.right + TOLERANCE_PX || left < edge.left - TOLERANCE_PX
      const isHigh = bottom > edge.bottom + TOLERANCE_PX || top < edge.top - TOLERANCE_PX
      if ((isHidden(style.overflowX) && isWide) || (isHidden(style.overflowY) && isHigh)) return true
    }
    return false
  }
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  const texts = document.createTreeWalker(dialogs.at(-1) ?? document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent?.trim()
    const isSeen = node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (text && isSeen && isCut(node)) found.push(`cut: "${text.slice(0, 60)}" in ${node.parentElement?.className}`)
  }
  return found
}

/** Runs in the page: links, buttons and fields whose middle another one covers. In a dialog, only the dialog's. */
function coveredTargets(): string[] {
  const CLICKABLE =
    'a[href], button, input, select, textarea, summary, [role="tab"], [role="menuitem"], [role="option"]'
  const nameOf = (element: Element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 50)
  /** What is fixed or sticky lies over what scrolls below it. */
  const layerOf = (element: Element): Element | null => {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return one
    return null
  }
  /** Whether the point is in the visible part of each list around the element that scrolls by itself. */
  const isScrolledIn = (element: Element, x: number, y: number): boolean => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowY === 'visible') continue
      const { left, right, top, bottom } = box.getBoundingClientRect()
      if (x < left || x > right || y < top || y > bottom) return false
    }
    return true
  }
  const dialogs = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')]
  const found: string[] = []
  for (const target of (dialogs.at(-1) ?? document.body).querySelectorAll(CLICKABLE)) {
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { left, top, width, height } = target.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width <= 1 || height <= 1 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue
    if (!isScrolledIn(target, x, y)) continue
    const hit = document.elementFromPoint(x, y)
    const cover = hit?.closest(CLICKABLE)
    if (!hit || !cover || target.contains(cover) || cover.contains(target)) continue
    // a label draws its input
    if (hit.closest('label')?.contains(target) || layerOf(cover) !== layerOf(target)) continue
    found.push(`"${nameOf(target)}" is covered by "${nameOf(cover)}"`)
  }
  return found
}
