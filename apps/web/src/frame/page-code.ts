import * as brand from '@simwright/contract/platform/brand'
import { ask } from '../api/call.ts'
import { Problem } from '../api/problem.ts'

/** The code of a page could not be loaded, because the portal cannot be reached. */
export class PageNotReached extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message, { cause: problem })
    this.problem = problem
  }
}

/**
 * Loads the code of a page. @throws PageNotReached if the portal cannot be reached, which is then shown; the error of the
 * import if it can
 */
export const pageCode =
  <Module>(load: () => Promise<Module>) =>
  (): Promise<Module> =>
    load().catch(async (error: unknown) => {
      await ask(brand.query, {}, { background: true, silent: true }).catch((problem: unknown) => {
        if (problem instanceof Problem && problem.transportFailure === 'offline') throw new PageNotReached(problem)
      })
      throw error
    })
