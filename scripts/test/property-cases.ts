import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many cases a property is tried with: the setting PROPERTY_CASES. */
    propertyCases: number
  }
}

/** Runs in each test file of the packages, whose properties give no number of their own. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: inject('propertyCases') })
