import type { PasswordCost } from '../port/password-cost.ts'

/** The least that argon2id allows: tests sign in often. */
export const TEST_PASSWORD_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
