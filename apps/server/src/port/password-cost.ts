/** The cost of hashing a password with argon2id: memory in KiB, and passes over it. */
export type PasswordCost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** The minimum that OWASP recommends. */
export const PASSWORD_COST: PasswordCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
