import { expandPackage } from '../card/expand-package.ts'
import type { ProfileElement } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import type { Finding } from './finding.ts'
import { viewPackage } from './package-view.ts'
import { packageRules } from './rule-table.ts'

/** The most findings of one rule. A damaged package can break a rule thousands of times. */
const mostFindings = 50

/**
 * Checks a package by all business rules, and by installing it. Empty if an eUICC accepts the package and nothing in it
 * looks unintended. No finding contains a key or code.
 */
export function checkProfile(elements: readonly ProfileElement[]): Finding[] {
  const view = viewPackage(elements)
  const found = packageRules.flatMap(({ id, clause, severity, faults }) =>
    faults(view)
      .slice(0, mostFindings)
      .map(({ text, element, file }): Finding => {
        const path = file?.path
        return { rule: id, severity, clause, text, element, ...(path === undefined ? {} : { path }) }
      }),
  )
  const isRefused = found.some(({ severity }) => severity === 'error')
  return isRefused ? found : [...found, ...installFindings(elements)]
}

/** The rule `installation`: an installation that aborts although the package follows all other rules. */
function installFindings(elements: readonly ProfileElement[]): Finding[] {
  try {
    expandPackage(elements)
    return []
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    return [{ rule: 'installation', severity: 'error', clause: '8.11', text: error.message, element: error.element }]
  }
}
