import type { CardImage } from '../card/card-image.ts'
import { expandPackage } from '../card/expand-package.ts'
import { identificationOf, type ProfileElement } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { contentFindings } from './check-content.ts'
import { orderFindings } from './check-order.ts'
import type { Finding } from './finding.ts'

/**
 * Checks the structure, order, codes and sizes of a package. Empty if an eUICC accepts it. Contents are checked only if the
 * package can be installed.
 */
export function checkProfile(elements: readonly ProfileElement[]): Finding[] {
  const found = orderFindings(elements)
  const image = install(elements, found)
  return image === undefined ? found : [...found, ...contentFindings(image)]
}

/**
 * Installs the package. An abort becomes an error, unless the order check already reported one for the same element.
 */
function install(elements: readonly ProfileElement[], found: Finding[]): CardImage | undefined {
  try {
    const image = expandPackage(elements)
    for (const { identification } of image.warnings) {
      const index = elements.findIndex((element) => identificationOf(element) === identification)
      const kind = elements[index]?.kind ?? 'element'
      const text = `The ${kind} element is skipped by an eUICC that does not support it.`
      found.push({ severity: 'warning', clause: '8.11', text, element: { index, kind, identification } })
    }
    return image
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    const reported = found.some(
      (finding) => finding.severity === 'error' && finding.element?.index === error.element?.index,
    )
    if (!reported) found.push({ severity: 'error', clause: '8.11', text: error.message, element: error.element })
    return undefined
  }
}
