import { afterAll } from 'vitest'
import { closeAll } from './close.ts'

/** Run before each test file, also where files share their modules. */
afterAll(closeAll)
