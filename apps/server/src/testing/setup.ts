import { afterAll } from 'vitest'
import { closeAll } from './close.ts'

/** Runs before each test file, also when files share modules. */
afterAll(closeAll)
